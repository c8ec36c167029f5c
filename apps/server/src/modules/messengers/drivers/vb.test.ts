import { expect, test } from 'vitest';
import { ann, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import type { Fate } from '../../../../test/messengers/fake-vendor.ts';
import { startVb } from '../../../../test/messengers/vb.ts';
import { hmacHex } from './requests.ts';
import { vb } from './vb.ts';

const picture = { name: 'cat.png', type: 'image/png', bytes: Buffer.from('a picture') };
const bill = { name: 'bill.pdf', type: 'application/pdf', bytes: Buffer.from('a bill') };

async function host() {
  const hosted = await hostDriver(vb, await startVb());
  const { hook, access } = hosted;
  /** Posts a body to the hook as Viber signs it. */
  async function post(body: string, signature = hmacHex('sha256', access.token, body)) {
    const headers = { 'x-viber-content-signature': signature };
    return (await fetch(hook.url, { method: 'POST', headers, body })).status;
  }
  /** A link to a file, as Parley has them. */
  const file = (content: typeof picture, isImage: boolean) => ({
    ...content,
    size: content.bytes.length,
    isImage,
    link: `data:${content.type};base64,${content.bytes.toString('base64')}`,
  });
  return { ...hosted, post, file };
}

async function connected() {
  const hosted = await host();
  await hosted.connect();
  hosted.events.length = 0;
  hosted.answers.length = 0;
  return hosted;
}

test('a token connects its account: it is named, the hook answers Viber, and its updates come here', async () => {
  const { connect, access, hook, answers, events } = await host();
  expect(await connect()).toEqual({
    account: {
      id: expect.stringMatching(/^pa:/),
      name: 'The shop with a very long name',
      username: 'shoptestbot',
    },
    link: 'viber://pa?chatURI=shoptestbot',
  });
  expect([answers, events]).toEqual([[200], []]);
  expect(await vb.check?.(access, hook)).toBe('registered');
  await vb.unregister?.(access, hook);
  expect(await vb.check?.(access, hook)).toBe('missing');
});

test('an address that does not answer Viber is refused', async () => {
  const { access, hook } = await host();
  const register = vb.register?.(access, { ...hook, url: 'http://127.0.0.1:9/hook' }, async () => {});
  expect(await refusalOf(register as Promise<unknown>)).toMatchObject({ code: '1', detail: 'invalidUrl' });
});

test('a token that Viber does not know is rejected', async () => {
  const { fake, access } = await host();
  fake.revoke();
  expect((await refusalOf(vb.identify?.(access) as Promise<unknown>))?.verdict).toEqual({ kind: 'auth' });
});

test('a hook of somebody else is a conflict, one that is gone is missing', async () => {
  const { fake, access, hook } = await connected();
  fake.takeHook?.();
  expect(await vb.check?.(access, hook)).toBe('conflict');
  fake.loseHook?.();
  expect(await vb.check?.(access, hook)).toBe('missing');
});

test.for([
  [{ text: 'Hello' }, { kind: 'message', content: { text: 'Hello' } }],
  [
    { file: picture, text: 'My cat' },
    { kind: 'message', content: { text: 'My cat', files: [{ isImage: true, name: 'photo.jpg' }] } },
  ],
  [{ file: bill }, { kind: 'message', content: { files: [{ isImage: false, name: 'bill.pdf', size: 6 }] } }],
  [{ coords: { lat: 1.5, lng: 2.5 } }, { kind: 'message', content: { coords: { lat: 1.5, lng: 2.5 } } }],
  [{ isUnknown: true as const }, { kind: 'message', content: { unknown: 'rich_media' } }],
  [{ code: 'abc-1' }, { kind: 'started', code: 'abc-1' }],
] as const)('a customer writes %j', async ([content, expected]) => {
  const { fake, events } = await connected();
  const id = await fake.write(ann, content);
  expect(events).toMatchObject([
    { ...expected, id, conversation: ann.id, person: { id: ann.id, name: 'Ann Field', locale: 'en' } },
  ]);
});

test.for([
  [{ type: 'url', media: 'https://shop.example' }, { text: 'https://shop.example' }],
  [
    { type: 'url', text: 'See https://shop.example', media: 'https://shop.example' },
    { text: 'See https://shop.example' },
  ],
  [{ type: 'contact', contact: { name: 'Bob', phone_number: '+15550101' } }, { text: 'Bob, +15550101' }],
  [
    { type: 'sticker', sticker_id: 40123, media: 'https://cdn.example/40123.png' },
    { files: [{ ref: 'https://cdn.example/40123.png', isImage: true, name: 'sticker.png' }] },
  ],
  [{ type: 'sticker', sticker_id: 40123 }, { unknown: 'sticker' }],
  [
    { type: 'video', media: 'https://cdn.example/v', size: 5 },
    { files: [{ ref: 'https://cdn.example/v', isImage: false, name: 'video.mp4', size: 5 }] },
  ],
  [{ type: 'location', location: 'here' }, { unknown: 'location' }],
  [null, { unknown: 'message' }],
])('the message %j is shown as %j', async ([message, content]) => {
  const { post, events } = await connected();
  await post(JSON.stringify({ event: 'message', message_token: 1, sender: { id: ann.id }, message }));
  expect(events.map((event) => event.kind === 'message' && event.content)).toEqual([content]);
});

test('a file that a customer sent can be downloaded', async () => {
  const { fake, events, access } = await connected();
  await fake.write(ann, { file: bill });
  const [event] = events;
  const ref = event?.kind === 'message' ? event.content.files?.[0]?.ref : undefined;
  const download = await vb.fetchMedia?.(access, ref ?? '');
  expect(Buffer.from(await (await fetch(download?.url ?? '')).arrayBuffer())).toEqual(bill.bytes);
});

test('starting, subscribing and unsubscribing are events', async () => {
  const { fake, events } = await connected();
  await fake.start?.(ann);
  await fake.allow?.(ann);
  await fake.block?.(ann);
  const person = { id: ann.id };
  expect(events).toMatchObject([
    { kind: 'started', person },
    { kind: 'allowed', person },
    { kind: 'blocked', person },
  ]);
  expect(events[0]).not.toHaveProperty('code');
});

test('receipts name messages by all digits of their tokens', async () => {
  const { send, fake, events } = await connected();
  const first = await send({ kind: 'text', text: 'one' }, ann);
  const second = await send({ kind: 'text', text: 'two' }, ann);
  expect(Number(first)).toBe(Number(second));
  await fake.receive?.(ann);
  await fake.read?.(ann);
  await fake.fail?.(second);
  const conversation = ann.id;
  expect(events).toMatchObject([
    { id: `${first}:delivered`, kind: 'delivered', conversation, messageIds: [first] },
    { id: `${second}:delivered`, kind: 'delivered', messageIds: [second] },
    { id: `${first}:seen`, kind: 'read', messageIds: [first] },
    { id: `${second}:seen`, kind: 'read', messageIds: [second] },
    {
      id: `${second}:failed`,
      kind: 'failed',
      messageId: second,
      reason: 'content_rejected',
      detail: 'Bad media format',
    },
  ]);
});

test('an update that is repeated has the same id, a forged one is refused, and one that is no JSON is malformed', async () => {
  const { fake, events, post, answers } = await connected();
  await fake.write(ann, { text: 'Hello' });
  await fake.repeat();
  expect(events[1]?.id).toBe(events[0]?.id);
  await post('{"event":"message"}', hmacHex('sha256', 'guess', '{"event":"message"}'));
  await post('{"event":"message"}', '');
  await post('no JSON');
  await post('[]');
  expect(answers).toEqual([200, 200, 401, 401, 400, 400]);
});

test('events of unknown kinds, and without what tells them apart, are dropped', async () => {
  const { events, post, answers } = await connected();
  await post(JSON.stringify({ event: 'action', message_token: 1, user: { id: ann.id } }));
  await post(JSON.stringify({ event: 'message', sender: { id: ann.id }, message: { type: 'text', text: 'Hello' } }));
  await post(JSON.stringify({ event: 'seen', message_token: 1 }));
  await post(JSON.stringify({ event: 'message', message_token: 1, sender: 'Ann' }));
  await post('{}');
  expect([events, answers]).toEqual([[], [200, 200, 200, 200, 200]]);
});

test('text, pictures, files and locations arrive in the name of the account', async () => {
  const { send, fake, file } = await connected();
  await send({ kind: 'text', text: 'Pick one', markdown: '**Pick** one' }, ann);
  await send({ kind: 'file', file: file(picture, true), caption: 'A cat' }, ann);
  await send({ kind: 'file', file: file(picture, true) }, ann);
  await send({ kind: 'file', file: file(bill, false) }, ann);
  await send({ kind: 'location', lat: 1.5, lng: 2.5 }, ann);
  expect(fake.sent).toMatchObject([
    { kind: 'text', person: ann.id, text: 'Pick one' },
    { kind: 'image', text: 'A cat', file: { type: picture.type, bytes: picture.bytes } },
    { kind: 'image', text: '' },
    { kind: 'file', file: bill },
    { kind: 'location', coords: { lat: 1.5, lng: 2.5 } },
  ]);
  const [text, image, , pdf] = fake.calls.filter(({ path }) => path === '/pa/send_message').map(({ json }) => json);
  expect(text.sender).toEqual({ name: 'The shop with a very long na' });
  expect(image).toMatchObject({ type: 'picture', media: file(picture, true).link });
  expect(pdf).toMatchObject({ type: 'file', size: 6, file_name: 'bill.pdf' });
});

test('the name of the account is asked for where it is not known yet', async () => {
  const { send, access, fake } = await connected();
  access.account = null;
  await send({ kind: 'text', text: 'Hello' }, ann);
  expect(fake.sent).toMatchObject([{ text: 'Hello' }]);
});

test('somebody who unsubscribed is not written to', async () => {
  const { send, fake } = await connected();
  await fake.block?.(ann);
  const refusal = await refusalOf(send({ kind: 'text', text: 'Hello' }, ann));
  expect(refusal).toMatchObject({
    code: '6',
    detail: 'receiverNotSubscribed',
    verdict: { reason: 'recipient_blocked' },
  });
});

test.for([
  ['limited', { kind: 'rate', scope: 'connection' }],
  ['broken', { kind: 'retry' }],
  ['credential_rejected', { kind: 'auth' }],
  ['recipient_blocked', { kind: 'refused', reason: 'recipient_blocked' }],
  ['recipient_unknown', { kind: 'refused', reason: 'recipient_unknown' }],
  ['content_rejected', { kind: 'refused', reason: 'content_rejected' }],
] as [Fate, object][])('the answer %s is classified', async ([fate, verdict]) => {
  const { send, fake } = await connected();
  fake.behave({ fate });
  expect((await refusalOf(send({ kind: 'text', text: 'Hello' }, ann)))?.verdict).toEqual(verdict);
});

test.for([
  [0, { kind: 'ok' }],
  [1, { kind: 'refused', reason: 'content_rejected' }],
  [3, { kind: 'refused', reason: 'content_rejected' }],
  [4, { kind: 'refused', reason: 'content_rejected' }],
  [7, { kind: 'auth' }],
  [8, { kind: 'auth' }],
  [9, { kind: 'auth' }],
  [10, { kind: 'refused', reason: 'not_connected' }],
  [11, { kind: 'refused', reason: 'content_rejected' }],
  [15, { kind: 'auth' }],
  [99, { kind: 'refused', reason: 'content_rejected' }],
  [undefined, { kind: 'retry' }],
] as [number | undefined, object][])('the status %s is classified', ([status, verdict]) => {
  const json = status === undefined ? undefined : { status };
  expect(vb.classify({ status: 200, headers: {}, body: Buffer.alloc(0), json }).verdict).toEqual(verdict);
});

test('a link brings a code along', () => {
  const identity = { account: { id: '1', name: null, username: 'shop' }, link: 'viber://pa?chatURI=shop' };
  expect(vb.link?.(identity, 'abc-1')).toBe('viber://pa?chatURI=shop&context=abc-1');
  expect(vb.link?.({ ...identity, link: null }, 'abc-1')).toBeUndefined();
});
