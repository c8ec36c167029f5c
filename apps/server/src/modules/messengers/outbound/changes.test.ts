import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat } from '../../../../test/callers.ts';
import type { FakeVendor } from '../../../../test/messengers/fake-vendor.ts';
import { startMx } from '../../../../test/messengers/mx.ts';
import { begin, breakAfterFirst, inMessage, shareServer, skip } from '../../../../test/messengers/outbound-server.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';
import { until } from '../../../../test/until.ts';

const { edit, remove, resend } = api.messages;
const server = shareServer();
const vendors = [
  ['tg', startTg],
  ['vk', startVk],
  ['mx', startMx],
] as const;

async function beginSent(starting: Promise<FakeVendor>, text = 'Hi') {
  const chat = await begin(server(), starting);
  const message = await chat.fate(await chat.say(text), 'sent');
  return { ...chat, message };
}

test.for(vendors)('our text is edited for the customer, too (%s)', async ([, start]) => {
  const { owner, fake, message, list } = await beginSent(start());
  const { status, data } = await owner.call(edit, { ...inMessage(message), body: { body: 'Hello' } });
  expect(status).toBe(200);
  expect(data).toMatchObject({ id: message.id, body: 'Hello', edited_at: expect.any(String) });
  expect(fake.sent).toMatchObject([{ text: 'Hello', isEdited: true }]);
  expect((await list()).at(-1)).toEqual(data);
});

test.for(vendors)('our message is deleted for the customer, too (%s)', async ([, start]) => {
  const { owner, fake, message, list } = await beginSent(start());
  expect((await owner.call(remove, inMessage(message))).status).toBe(204);
  expect(fake.sent).toMatchObject([{ isRemoved: true }]);
  expect((await list()).at(-1)).toMatchObject({ body: null, deleted_at: expect.any(String) });
  const again = await owner.call(remove, inMessage(message));
  expect(again.problem).toMatchObject({ reason: 'edit_refused' });
});

test('every part of a long text is deleted, and a request goes on where the one before it ended', async () => {
  const { owner, fake, message, list } = await beginSent(startVk(), 'A line of words. '.repeat(500));
  const { length } = fake.sent;
  expect(length).toBeGreaterThan(2);
  const [, second] = fake.sent;
  if (second) second.isRemoved = true;
  expect((await owner.call(remove, inMessage(message))).problem).toMatchObject({ reason: 'edit_refused' });
  expect((await list()).at(-1)?.deleted_at).toBeNull();
  delete second?.isRemoved;
  expect((await owner.call(remove, inMessage(message))).status).toBe(204);
  expect(fake.sent.filter(({ isRemoved }) => isRemoved)).toHaveLength(length);
});

test('nothing changes here that the vendor refuses to change', async () => {
  const { owner, fake, message, list } = await beginSent(startTg());
  fake.sent.length = 0;
  for (const [route, body] of [[edit, { body: 'x' }], [remove]] as const) {
    const { problem } = await owner.call(route, { ...inMessage(message), body });
    expect(problem).toMatchObject({
      status: 409,
      reason: 'edit_refused',
      detail: expect.stringMatching(/Bad Request/),
    });
  }
  expect((await list()).at(-1)).toEqual(message);
});

test('nothing changes here while the vendor is away', async () => {
  const { exchange, owner, fake, message, list } = await beginSent(startTg());
  exchange.setAbsent(fake, true);
  for (const [route, body] of [[edit, { body: 'x' }], [remove]] as const) {
    const { problem } = await owner.call(route, { ...inMessage(message), body });
    expect(problem).toMatchObject({ status: 502, reason: 'upstream_failed' });
  }
  expect((await list()).at(-1)).toEqual(message);
});

test('messages of the customer, and those that were not sent, are not ours to change', async () => {
  const { owner, fake, customer, say, fate, list } = await begin(server(), startVk());
  const [written] = await list();
  await fake.typeElsewhere?.(customer, 'From the phone');
  const typed = await until(async () => (await list())[1] ?? false, 'the message typed elsewhere is here');
  fake.behave({ fate: 'content_rejected' });
  const failed = await fate(await say('Hi'), 'failed');
  for (const message of [written, typed, failed]) {
    for (const [route, body] of [[edit, { body: 'x' }], [remove]] as const) {
      const { problem } = await owner.call(route, { ...inMessage(message ?? failed), body });
      expect(problem).toMatchObject({ reason: 'edit_refused' });
    }
  }
  expect(fake.calls.filter(({ path }) => /messages\.(edit|delete)$/.test(path))).toEqual([]);
});

test('a keyboard keeps its buttons, since its text is not edited', async () => {
  const { owner, fake, send, fate } = await begin(server(), startTg());
  const keyboard = { buttons: [{ label: 'Shop', url: 'https://example.com' }] };
  const message = await fate(await send({ type: 'keyboard', body: 'Where to?', keyboard }), 'sent');
  const { problem } = await owner.call(edit, { ...inMessage(message), body: { body: 'x' } });
  expect(problem).toMatchObject({ reason: 'edit_refused' });
  expect(fake.sent).toMatchObject([{ text: 'Where to?', buttons: [{ label: 'Shop' }] }]);
});

test('messengers that cannot edit, and the chat of the site, say so', async () => {
  const { app, owner, message, list } = await beginSent(startWaCloud());
  const site = await addChat(app, owner);
  const text = { type: 'text', body: 'Hi', agent_id: owner.agentId };
  const ofSite = (await owner.call(api.messages.send, { params: site.params, body: text })).data;
  const [written] = await list();
  for (const each of [message, written ?? message, ofSite]) {
    for (const [route, body] of [[edit, { body: 'x' }], [remove]] as const) {
      const { problem } = await owner.call(route, { ...inMessage(each), body });
      expect(problem).toMatchObject({ status: 409, reason: 'edit_not_supported' });
    }
  }
});

test('a message that failed is sent again with fresh attempts, once', async () => {
  const { app, owner, fake, say, fate, failed, texts } = await begin(server(), startTg());
  fake.behave({ fate: 'content_rejected', times: 1 });
  const message = await fate(await say('Hi'), 'failed');
  fake.behave({ fate: 'broken', times: 1 });
  const { status, data } = await owner.call(resend, inMessage(message));
  expect(status).toBe(202);
  expect(data.delivery).toMatchObject({ status: 'queued', reason: null, code: null, detail: null });
  expect((await owner.call(resend, inMessage(message))).problem).toMatchObject({ status: 409, reason: 'not_failed' });
  await failed(message, 1);
  await skip(app, 10);
  await fate(message, 'sent');
  expect(texts()).toEqual(['Hi']);
  expect((await owner.call(resend, inMessage(message))).problem).toMatchObject({ reason: 'not_failed' });
  const unknown = { params: { id: message.chat_id, message_id: 1e9 } };
  expect((await owner.call(resend, unknown)).status).toBe(404);
});

test('a resend goes on with the parts that did not arrive', async () => {
  const { owner, fake, say, fate, texts } = await begin(server(), startWaCloud());
  const text = 'A line of words. '.repeat(500).trim();
  const mend = breakAfterFirst(fake, 'content_rejected');
  const message = await fate(await say(text), 'failed');
  expect(texts()).toHaveLength(1);
  mend();
  await owner.call(resend, inMessage(message));
  await fate(message, 'sent');
  expect(texts().join(' ').replaceAll(/\s+/g, ' ')).toBe(text.replaceAll(/\s+/g, ' '));
});

test('a message that the vendor accepted and could not deliver is sent again from the first part', async () => {
  const { owner, fake, say, fate, texts } = await begin(server(), startWaCloud());
  const message = await fate(await say('Hi'), 'sent');
  await fake.fail?.(fake.sent[0]?.id ?? '');
  expect((await fate(message, 'failed')).delivery).toMatchObject({ reason: 'recipient_unknown', code: '131026' });
  await owner.call(resend, inMessage(message));
  await fate(message, 'sent');
  expect(texts()).toEqual(['Hi', 'Hi']);
});
