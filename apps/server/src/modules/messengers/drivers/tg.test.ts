import { expect, test } from 'vitest';
import { ann, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import type { Fate } from '../../../../test/messengers/fake-vendor.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { tg } from './tg.ts';

const host = async () => hostDriver(tg, await startTg());
const picture = { name: 'cat.png', type: 'image/png', bytes: Buffer.from('a picture') };

test('a token connects its bot: it is named, and its updates come here', async () => {
  const { connect, access, hook } = await host();
  expect(await connect()).toMatchObject({ account: { username: 'shop_test_bot' }, link: 'https://t.me/shop_test_bot' });
  expect(await tg.check?.(access, hook)).toBe('registered');
  await tg.unregister?.(access, hook);
  expect(await tg.check?.(access, hook)).toBe('missing');
});

test('a token that Telegram does not know is rejected', async () => {
  const { fake, access } = await host();
  fake.revoke();
  expect((await refusalOf(tg.identify?.(access) as Promise<unknown>))?.verdict).toEqual({ kind: 'auth' });
});

test('a hook of somebody else is a conflict', async () => {
  const { connect, fake, access, hook } = await host();
  await connect();
  fake.takeHook?.();
  expect(await tg.check?.(access, hook)).toBe('conflict');
});

test.for([
  [{ text: 'Hello' }, { kind: 'message', content: { text: 'Hello' } }],
  [
    { file: picture, text: 'My cat' },
    { kind: 'message', content: { text: 'My cat', files: [{ isImage: true }] } },
  ],
  [{ coords: { lat: 1.5, lng: 2.5 } }, { kind: 'message', content: { coords: { lat: 1.5, lng: 2.5 } } }],
  [{ isUnknown: true as const }, { kind: 'message', content: { unknown: 'poll' } }],
  [{ code: 'abc-1' }, { kind: 'started', code: 'abc-1' }],
] as const)('a customer writes %j', async ([content, expected]) => {
  const { connect, fake, events } = await host();
  await connect();
  await fake.write(ann, content);
  expect(events).toMatchObject([{ ...expected, conversation: ann.id, person: { id: ann.id, name: 'Ann Field' } }]);
});

test('a file that a customer sent can be downloaded', async () => {
  const { connect, fake, events, access } = await host();
  await connect();
  await fake.write(ann, { file: picture });
  const [event] = events;
  const ref = event?.kind === 'message' ? event.content.files?.[0]?.ref : undefined;
  const download = await tg.fetchMedia?.(access, ref ?? '');
  expect(Buffer.from(await (await fetch(download?.url ?? '')).arrayBuffer())).toEqual(picture.bytes);
});

test('edits, blocking and allowing are events', async () => {
  const { connect, fake, events } = await host();
  await connect();
  const id = await fake.write(ann, { text: 'Helo' });
  const [bot] = fake.credential.token.split(':');
  await fake.edit?.(ann, id, 'Hello');
  await fake.block?.(ann);
  await fake.allow?.(ann);
  expect(events).toMatchObject([
    { kind: 'message', messageId: `${bot}:${ann.id}:${id}` },
    { kind: 'edited', messageId: `${bot}:${ann.id}:${id}`, text: 'Hello' },
    { kind: 'blocked', person: { id: ann.id } },
    { kind: 'allowed', person: { id: ann.id } },
  ]);
});

test('an update that is repeated has the same id, and a forged one is refused', async () => {
  const { connect, fake, events, hook, answers } = await host();
  await connect();
  await fake.write(ann, { text: 'Hello' });
  await fake.repeat();
  expect(events[1]?.id).toBe(events[0]?.id);
  await fetch(hook.url, {
    method: 'POST',
    body: '{"update_id":1}',
    headers: { 'x-telegram-bot-api-secret-token': 'guess' },
  });
  await fetch(hook.url, {
    method: 'POST',
    body: 'no JSON',
    headers: { 'x-telegram-bot-api-secret-token': hook.secret },
  });
  expect(answers).toEqual([200, 200, 401, 400]);
});

test('without a hook, updates are polled from where the last poll ended', async () => {
  const { fake, access } = await host();
  await fake.write(ann, { text: 'one' });
  const first = await tg.poll?.(access, null, 0);
  expect(first?.events).toMatchObject([{ kind: 'message', content: { text: 'one' } }]);
  await fake.write(ann, { text: 'two' });
  expect((await tg.poll?.(access, first?.position ?? null, 1))?.events).toMatchObject([{ content: { text: 'two' } }]);
});

test('text, keyboard, files and locations arrive, and can be edited and removed', async () => {
  const { send, fake, access } = await host();
  const id = await send(
    {
      kind: 'text',
      text: 'Pick one',
      markdown: '**Pick** one',
      buttons: [{ label: 'Shop', url: 'https://shop.example' }],
    },
    ann,
  );
  const bytes = Buffer.from('a file');
  const file = {
    name: 'a.pdf',
    type: 'application/pdf',
    size: 6,
    isImage: false,
    bytes,
    link: 'https://here.example/a.pdf',
  };
  await send({ kind: 'file', file, caption: 'The bill' }, ann);
  await send({ kind: 'file', file: { ...file, name: 'a.png', type: 'image/png', isImage: true } }, ann);
  await send({ kind: 'location', lat: 1.5, lng: 2.5 }, ann);
  expect(fake.sent).toMatchObject([
    {
      kind: 'text',
      person: ann.id,
      text: '<b>Pick</b> one',
      buttons: [{ label: 'Shop', url: 'https://shop.example' }],
    },
    { kind: 'file', text: 'The bill', file: { name: 'a.pdf', type: 'application/pdf', bytes } },
    { kind: 'image', file: { name: 'a.png', type: 'image/png', bytes } },
    { kind: 'location', coords: { lat: 1.5, lng: 2.5 } },
  ]);
  const message = { person: ann.id, conversation: ann.id, id };
  await tg.edit?.(access, message, 'Pick two');
  expect(fake.sent[0]).toMatchObject({ text: 'Pick two', isEdited: true });
  await tg.remove?.(access, message);
  expect(fake.sent[0]?.isRemoved).toBe(true);
});

test('markup that Telegram refuses is sent as plain text', async () => {
  const { send, fake } = await host();
  await send({ kind: 'text', text: 'an unparsable text', markdown: 'an **unparsable** text' }, ann);
  expect(fake.sent).toMatchObject([{ text: 'an unparsable text' }]);
});

test.for([
  ['limited', { kind: 'rate', scope: 'chat', seconds: 7 }],
  ['broken', { kind: 'retry' }],
  ['credential_rejected', { kind: 'auth' }],
  ['recipient_blocked', { kind: 'refused', reason: 'recipient_blocked' }],
  ['recipient_unknown', { kind: 'refused', reason: 'recipient_unknown' }],
  ['content_rejected', { kind: 'refused', reason: 'content_rejected' }],
] as [Fate, object][])('the answer %s is classified', async ([fate, verdict]) => {
  const { send, fake } = await host();
  fake.behave({ fate, seconds: 7 });
  expect((await refusalOf(send({ kind: 'text', text: 'Hello' }, ann)))?.verdict).toEqual(verdict);
});
