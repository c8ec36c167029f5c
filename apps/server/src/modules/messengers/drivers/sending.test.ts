import { expect, test } from 'vitest';
import { ann, refusalOf } from '../../../../test/messengers/driver-host.ts';
import { FILES, PLACE } from '../../../../test/messengers/driver-row.ts';
import { rows } from '../../../../test/messengers/driver-rows.ts';
import {
  chat,
  driverNamed,
  entriesOf,
  has,
  having,
  hello,
  names,
  naming,
} from '../../../../test/messengers/driver-table.ts';
import type { Fate } from '../../../../test/messengers/fake-vendor.ts';

const FATES = [
  ['limited', { kind: 'rate', scope: 'connection', seconds: 7 }],
  ['broken', { kind: 'retry' }],
  ['credential_rejected', { kind: 'auth' }],
  ['recipient_blocked', { kind: 'refused', reason: 'recipient_blocked' }],
  ['recipient_unknown', { kind: 'refused', reason: 'recipient_unknown' }],
  ['window_closed', { kind: 'refused', reason: 'window_closed' }],
  ['content_rejected', { kind: 'refused', reason: 'content_rejected' }],
] as const satisfies [Fate, object][];

test.for(names)('%s: text arrives with its markup, and up to the limit', async (name) => {
  const { driver, access, fake, send, customer } = await chat(name);
  const { markup = 'bold and italic', messageId = (id) => id } = rows[name];
  const long = 'x'.repeat(driver.limits.text);
  const ids = [
    await send({ kind: 'text', text: 'bold and italic', markdown: '**bold** and *italic*' }, customer, 1),
    await send({ kind: 'text', text: 'plain' }, customer, 2),
    await send({ kind: 'text', text: long }, customer, 3),
  ];
  const sent = { kind: 'text', person: ann.id, conversation: customer.conversation };
  expect(fake.sent).toMatchObject([markup, 'plain', long].map((text) => ({ ...sent, text })));
  expect(ids).toEqual(fake.sent.map(({ id }) => messageId(id, access)));
});

test.for(entriesOf(({ sends }) => sends))('%s: a file of ours arrives: %s', async ([name, key, kind]) => {
  const { driver, access, fake, offer, send, customer } = await chat(name);
  const { messageId = (id) => id } = rows[name];
  const file = offer(FILES[key]);
  const { caption, fileCaption = caption } = driver.limits;
  const text = (kind === 'image' ? caption : fileCaption) > 0 ? 'Look' : undefined;
  const ids = [
    await send({ kind: 'file', file }, customer, 1),
    await send({ kind: 'file', file, caption: text }, customer, 2),
  ];
  const sent = { kind, person: ann.id, conversation: customer.conversation, file: FILES[key] };
  expect(fake.sent).toMatchObject([sent, { ...sent, ...(text && { text }) }]);
  expect(ids).toEqual(fake.sent.map(({ id }) => messageId(id, access)));
});

test.for(having('hasLocation'))('%s: a location arrives', async (name) => {
  const { fake, send, customer } = await chat(name);
  await send({ kind: 'location', ...PLACE.coords }, customer);
  expect(fake.sent).toMatchObject([{ kind: 'location', person: ann.id, ...PLACE }]);
});

test.for(having('hasKeyboard'))('%s: the buttons of a keyboard arrive', async (name) => {
  const { fake, send, customer } = await chat(name);
  const buttons = [{ label: 'Shop', url: 'https://shop.example' }];
  await send({ ...hello, markdown: 'Hello', buttons }, customer);
  expect(fake.sent).toMatchObject([{ text: 'Hello', buttons }]);
});

test.for(names)('%s: a part that is sent again arrives once if the driver says so', async (name) => {
  const { driver, fake, send, customer } = await chat(name);
  const [first, again] = [await send(hello, customer, 2 ** 31 - 1), await send(hello, customer, 2 ** 31 - 1)];
  expect(again === first).toBe(driver.isIdempotent);
  expect(await send(hello, customer, 3)).not.toBe(again);
  expect(fake.sent).toHaveLength(driver.isIdempotent ? 2 : 3);
});

test.for(having('remove'))('%s: what we sent can be changed as far as the vendor lets us', async (name) => {
  const { driver, access, fake, send, customer, target } = await chat(name);
  const message = { ...target, id: await send(hello, customer, 1) };
  await send(hello, customer, 2);
  if (has(name, 'edit')) await driver.edit(access, message, 'Good day');
  expect(fake.sent).toMatchObject([has(name, 'edit') ? { text: 'Good day', isEdited: true } : hello, hello]);
  await driver.remove(access, message);
  expect(fake.sent.map(({ isRemoved = false }) => isRemoved)).toEqual([true, false]);
});

test.for(names)('%s: reading, typing and the profile of a customer are one accepted call each', async (name) => {
  const { driver, access, fake, writtenId, target } = await chat(name);
  fake.calls.length = 0;
  if (has(name, 'markSeen')) await driver.markSeen(access, { ...target, id: writtenId });
  if (has(name, 'typing')) await driver.typing(access, { ...target, lastMessage: writtenId });
  if (has(name, 'stopTyping')) await driver.stopTyping(access, target);
  expect(has(name, 'profile') ? await driver.profile(access, target) : undefined).toEqual(rows[name].profile);
  const members = ['markSeen', 'typing', 'stopTyping', 'profile'] as const;
  expect(fake.calls).toHaveLength(members.filter((member) => has(name, member)).length);
});

const answers = names.flatMap((name) =>
  rows[name].codes.split(' ').flatMap((code, at) => {
    const [fate, verdict] = FATES[at] ?? [];
    return fate && code !== '-' ? [[name, fate, code, verdict] as const] : [];
  }),
);

test.for(answers)('%s: the answer %s is classified', async ([name, fate, code, verdict]) => {
  const { fake, send, customer } = await chat(name);
  fake.behave({ fate, seconds: 7 });
  const refusal = await refusalOf(send(hello, customer));
  expect(refusal?.verdict).toEqual((fate === 'limited' && rows[name].wait) || verdict);
  expect(refusal?.code).toBe(code);
});

test.for(names)('%s: a page of something in between is judged by its status', (name) => {
  const { classify } = driverNamed(name);
  const verdictOf = (status: number) =>
    classify({ status, headers: {}, body: Buffer.from('<html>'), json: undefined }).verdict;
  expect(verdictOf(502)).toEqual({ kind: 'retry' });
  expect(verdictOf(408)).toEqual({ kind: 'retry' });
  expect(verdictOf(429)).toMatchObject({ kind: 'rate' });
  expect(verdictOf(413)).toEqual({ kind: 'refused', reason: 'too_large' });
  expect(verdictOf(418)).toEqual({ kind: 'refused', reason: 'content_rejected' });
});

test.for(names)('%s: a vendor that does not answer, or that is away, is tried again', async (name) => {
  const { access, fake, send, customer } = await chat(name);
  const { call } = access;
  access.call = (request) => call({ ...request, timeoutMs: 100 });
  const unanswered = { verdict: { kind: 'retry' }, status: null };
  fake.behave({ fate: 'hung' });
  expect(await refusalOf(send(hello, customer))).toMatchObject(unanswered);
  fake.close();
  expect(await refusalOf(send(hello, customer))).toMatchObject(unanswered);
});

test.for(naming('blocked'))('%s: somebody who has blocked us is not written to', async (name) => {
  const { fake, send, customer } = await chat(name);
  await fake.block?.(ann);
  const refusal = await refusalOf(send(hello, customer));
  const [, , code, verdict] = answers.find(([vendor, fate]) => vendor === name && fate === rows[name].blocked) ?? [];
  expect(refusal).toMatchObject({ verdict, code, detail: expect.any(String) });
});
