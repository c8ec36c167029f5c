import { expect, test } from 'vitest';
import { ann, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import type { Fate } from '../../../../test/messengers/fake-vendor.ts';
import { startOk } from '../../../../test/messengers/ok.ts';
import { ok } from './ok.ts';

const picture = { name: 'cat.png', type: 'image/png', bytes: Buffer.from('a picture') };
const bill = { name: 'bill.pdf', type: 'application/pdf', bytes: Buffer.from('a bill') };

async function connected() {
  const hosted = await hostDriver(ok, await startOk());
  await hosted.connect();
  const { hook, fake, events } = hosted;
  return {
    ...hosted,
    post: async (body: unknown) =>
      fetch(hook.url, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
    /** Ann in the chat that she wrote in: OK takes messages for chats only. */
    async written() {
      await fake.write(ann, { text: 'Hello' });
      return { ...ann, conversation: events.at(-1)?.conversation ?? '' };
    },
  };
}

/** A link to a file, as Parley has them. */
const file = (content: typeof picture, isImage: boolean) => ({
  ...content,
  size: content.bytes.length,
  isImage,
  link: `data:${content.type};base64,${content.bytes.toString('base64')}`,
});

const update = {
  sender: { user_id: 'user:5001', name: 'Ann Field' },
  recipient: { chat_id: 'chat:C1' },
  message: { mid: 'mid:C1.1', seq: 1, text: 'Hello' },
  timestamp: 1_700_000_000_000,
};

test('a token subscribes our hook, and unsubscribes it', async () => {
  const { access, hook } = await connected();
  expect(await ok.check?.(access, hook)).toBe('registered');
  await ok.unregister?.(access, hook);
  expect(await ok.check?.(access, hook)).toBe('missing');
});

test('a token that OK does not know is rejected', async () => {
  const { fake, access, hook } = await connected();
  fake.revoke();
  const refusal = await refusalOf(ok.register?.(access, hook, async () => {}) as Promise<unknown>);
  expect(refusal).toMatchObject({ verdict: { kind: 'auth' }, code: '102' });
  expect(refusal?.message).not.toContain(access.token);
});

test('hooks of others are no conflict, and one of ours that is gone is missing', async () => {
  const { fake, access, hook } = await connected();
  fake.takeHook?.();
  expect(await ok.check?.(access, hook)).toBe('registered');
  fake.loseHook?.();
  expect(await ok.check?.(access, hook)).toBe('missing');
});

test.for([
  [{ text: 'Hello' }, { text: 'Hello' }],
  [
    { file: picture, text: 'My cat' },
    { text: 'My cat', files: [{ isImage: true, name: 'photo.jpg' }] },
  ],
  [{ file: bill }, { files: [{ isImage: false, name: 'file' }] }],
  [{ coords: { lat: 1.5, lng: 2.5 } }, { unknown: 'LOCATION' }],
  [{ isUnknown: true as const }, { unknown: 'CONTACT' }],
] as const)('a customer writes %j', async ([written, content]) => {
  const { fake, events } = await connected();
  const id = await fake.write(ann, written);
  expect(events).toMatchObject([
    {
      id,
      kind: 'message',
      messageId: id,
      conversation: expect.stringMatching(/^chat:/),
      person: { id: `user:${ann.id}`, name: 'Ann Field' },
      content,
    },
  ]);
});

test.for([
  [
    { text: 'See https://shop.example', attachments: [{ type: 'SHARE', payload: { url: 'https://shop.example' } }] },
    { text: 'See https://shop.example' },
  ],
  [{ attachments: [{ type: 'SHARE', payload: { url: 'https://shop.example' } }] }, { text: 'https://shop.example' }],
  [
    {
      attachments: [
        { type: 'IMAGE', payload: { url: 'https://cdn.example/1' } },
        { type: 'FILE', payload: { url: 'https://cdn.example/2', name: 'bill.pdf' } },
        { type: 'constructor', payload: { url: 'https://cdn.example/3' } },
        { type: 'VIDEO' },
        null,
      ],
    },
    {
      files: [
        { ref: 'https://cdn.example/1', isImage: true, name: 'photo.jpg' },
        { ref: 'https://cdn.example/2', isImage: false, name: 'bill.pdf' },
      ],
    },
  ],
  [{ text: 5, attachments: 'none' }, { unknown: 'message' }],
])('the message %j is shown as %j', async ([message, content]) => {
  const { post, events } = await connected();
  await post({ ...update, message: { mid: 'mid:C1.1', ...message } });
  expect(events.map((event) => event.kind === 'message' && event.content)).toEqual([content]);
});

test('a file that a customer sent can be downloaded', async () => {
  const { fake, events, access } = await connected();
  await fake.write(ann, { file: bill });
  const [event] = events;
  const ref = event?.kind === 'message' ? event.content.files?.[0]?.ref : undefined;
  const download = await ok.fetchMedia?.(access, ref ?? '');
  expect(Buffer.from(await (await fetch(download?.url ?? '')).arrayBuffer())).toEqual(bill.bytes);
});

test('an update that is repeated has the same id, and one that is no JSON is malformed', async () => {
  const { fake, events, answers, post } = await connected();
  await fake.write(ann, { text: 'Hello' });
  await fake.repeat();
  expect(events[1]?.id).toBe(events[0]?.id);
  await post('no JSON');
  expect(answers).toEqual([200, 200, 400]);
});

test('an update without a type is a message', async () => {
  const { post, events } = await connected();
  await post(update);
  expect(events).toMatchObject([{ id: 'mid:C1.1', at: 1_700_000_000_000, content: { text: 'Hello' } }]);
});

test.for([
  { ...update, webhookType: 'CHAT_SYSTEM' },
  { ...update, sender: { user_id: 'group:77' } },
  { ...update, sender: null },
  { ...update, recipient: { chat_id: 'user:5001' } },
  { ...update, message: { text: 'Hello' } },
  {},
])('the update %j is dropped', async (dropped) => {
  const { post, events, answers } = await connected();
  await post(dropped);
  expect([events, answers]).toEqual([[], [200]]);
});

test('text, pictures and files arrive in the chat', async () => {
  const { send, fake, written } = await connected();
  const to = await written();
  const id = await send({ kind: 'text', text: 'Pick one', markdown: '**Pick** one' }, to);
  await send({ kind: 'file', file: file(picture, true), caption: 'A cat' }, to);
  await send({ kind: 'file', file: file(bill, false) }, to);
  expect(fake.sent).toMatchObject([
    { id, kind: 'text', person: ann.id, conversation: to.conversation, text: 'Pick one' },
    { kind: 'image', text: 'A cat', file: { type: picture.type, bytes: picture.bytes } },
    { kind: 'file', file: { type: bill.type, bytes: bill.bytes } },
  ]);
  expect(id).toMatch(/^mid:/);
});

test('a chat of another group is unknown', async () => {
  const { send } = await connected();
  const refusal = await refusalOf(send({ kind: 'text', text: 'Hello' }, { ...ann, conversation: 'chat:C1' }));
  expect(refusal?.verdict).toEqual({ kind: 'refused', reason: 'recipient_unknown' });
});

test.for([
  ['limited', { kind: 'rate', scope: 'connection' }],
  ['broken', { kind: 'retry' }],
  ['credential_rejected', { kind: 'auth' }],
  ['recipient_unknown', { kind: 'refused', reason: 'recipient_unknown' }],
  ['content_rejected', { kind: 'refused', reason: 'content_rejected' }],
] as [Fate, object][])('the answer %s is classified', async ([fate, verdict]) => {
  const { fake, send, written } = await connected();
  const to = await written();
  fake.behave({ fate });
  expect((await refusalOf(send({ kind: 'text', text: 'Hello' }, to)))?.verdict).toEqual(verdict);
});

test.for([
  [200, { success: true }, { kind: 'ok' }],
  [200, { success: false }, { kind: 'refused', reason: 'content_rejected' }],
  [200, { error_code: 103 }, { kind: 'auth' }],
  [200, { error_code: 2 }, { kind: 'retry' }],
  [200, { error_code: 10 }, { kind: 'refused', reason: 'content_rejected' }],
  [200, undefined, { kind: 'retry' }],
  [200, null, { kind: 'retry' }],
  [429, undefined, { kind: 'rate', scope: 'connection' }],
  [400, {}, { kind: 'refused', reason: 'content_rejected' }],
] as [number, unknown, object][])('the answer %i %j is classified', ([status, json, verdict]) => {
  expect(ok.classify({ status, headers: {}, body: Buffer.alloc(0), json }).verdict).toEqual(verdict);
});
