import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bearer, startApple } from '../../../../test/messengers/apple.ts';
import { ann, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import type { Fate } from '../../../../test/messengers/fake-vendor.ts';
import { apple } from './apple.ts';

const picture = { name: 'cat.png', type: 'image/png', bytes: Buffer.from('a picture') };
const letter = { name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('a file') };

async function host() {
  const fake = await startApple();
  const hosted = await hostDriver(apple, fake);
  await hosted.connect();
  const [msp = '', business = ''] = hosted.access.sid?.split(':') ?? [];
  /** Posts an update that Apple has not sent. */
  const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(hosted.hook.url, {
      method: 'POST',
      body: new Uint8Array(Buffer.from(body)),
      headers: { authorization: bearer(hosted.access.token, { aud: msp }), 'destination-id': business, ...headers },
    });
  return { ...hosted, fake, msp, business, post };
}

/** A connection with a conversation that Ann has begun. */
async function hostChat() {
  const hosted = await host();
  await hosted.fake.write(ann, { text: 'Hello' });
  hosted.events.splice(0);
  return hosted;
}

test.for([
  [{ text: 'Hello' }, { text: 'Hello' }],
  [
    { file: picture, text: 'My cat' },
    { text: 'My cat', files: [{ isImage: true, name: 'cat.png', size: 9 }] },
  ],
  [{ file: letter }, { files: [{ isImage: false, name: 'a.pdf', size: 6 }] }],
  [{ isUnknown: true as const }, { unknown: 'interactive' }],
] as const)('a customer writes %j', async ([written, content]) => {
  const { fake, events } = await host();
  const id = await fake.write(ann, written);
  expect(events).toMatchObject([
    { kind: 'message', id, messageId: id, conversation: ann.id, person: { id: ann.id, locale: 'en' }, content },
  ]);
});

test.for([
  [
    'a reply to a list',
    { type: 'interactive', interactiveData: { data: { replyMessage: { title: 'Blue' } } } },
    { text: 'Blue' },
  ],
  [
    'an attachment without a key',
    { type: 'text', body: '\uFFFC', attachments: [{ url: 'x' }] },
    { unknown: 'attachment' },
  ],
  ['an empty text', { type: 'text', body: ' ' }, { unknown: 'text' }],
] as [string, object, object][])('%s is read', async ([, update, content]) => {
  const { fake, events } = await host();
  await fake.deliver(ann, update);
  expect(events).toMatchObject([{ kind: 'message', content }]);
});

test.for([picture, letter])('a file that a customer sent is downloaded and decrypted: $name', async (file) => {
  const { fake, events, access } = await host();
  await fake.write(ann, { file });
  const [event] = events;
  const ref = event?.kind === 'message' ? (event.content.files?.[0]?.ref ?? '') : '';
  const download = await apple.fetchMedia?.(access, ref);
  const bytes = Buffer.from(await (await fetch(download?.url ?? '')).arrayBuffer());
  expect(bytes).not.toEqual(file.bytes);
  expect(download?.decode?.(bytes)).toEqual(file.bytes);
});

test('what finds a file again tells nobody its key, and is of no use with another token', async () => {
  const { fake, events, access } = await host();
  const key = 'ab'.repeat(32);
  await fake.deliver(ann, {
    type: 'text',
    attachments: [
      { name: 'a', url: 'https://content.example/1', owner: 'M1', 'signature-base64': 'gQ==', key: `00${key}` },
    ],
  });
  const [event] = events;
  const ref = event?.kind === 'message' ? (event.content.files?.[0]?.ref ?? '') : '';
  expect(ref).toContain('https://content.example/1');
  expect(ref).not.toContain(key);
  const call = apple.fetchMedia?.({ ...access, token: 'b3RoZXI=' }, ref) as Promise<unknown>;
  expect((await refusalOf(call))?.verdict).toEqual({ kind: 'refused', reason: 'content_rejected' });
});

test('a customer who leaves is blocked, and can be reached again when they write', async () => {
  const { fake, events, send } = await hostChat();
  await fake.block?.(ann);
  expect(events).toMatchObject([{ kind: 'blocked', conversation: ann.id, person: { id: ann.id } }]);
  const refusal = await refusalOf(send({ kind: 'text', text: 'Hello?' }, ann));
  expect(refusal?.verdict).toEqual({ kind: 'refused', reason: 'recipient_unknown' });
  await fake.write(ann, { text: 'I am back' });
  await send({ kind: 'text', text: 'Hello!' }, ann);
  expect(fake.sent).toMatchObject([{ text: 'Hello!' }]);
});

test('an update that is repeated has the same id', async () => {
  const { fake, events, answers } = await host();
  await fake.write(ann, { text: 'Hello' });
  await fake.repeat();
  expect(events[1]?.id).toBe(events[0]?.id);
  expect(answers).toEqual([200, 200]);
});

const hello = JSON.stringify({ v: 1, id: 'm1', type: 'text', sourceId: '5001', body: 'Hello' });

test('an update may come without gzip, and its ids in the body', async () => {
  const { post, events } = await host();
  await post(hello);
  expect(events).toMatchObject([{ id: 'm1', conversation: '5001', content: { text: 'Hello' } }]);
});

test('the business may be named by its address', async () => {
  const { post, events, business } = await host();
  await post(hello, { 'destination-id': `urn:biz:${business}` });
  expect(events).toHaveLength(1);
});

test.for(['typing_start', 'typing_end', 'another'])(
  'an update of the type %s is acknowledged and dropped',
  async (type) => {
    const { fake, events, answers } = await host();
    await fake.deliver(ann, { type });
    expect({ events, answers }).toEqual({ events: [], answers: [200] });
  },
);

test('an update of another business, or of nobody, is acknowledged and dropped', async () => {
  const { post, events, answers } = await host();
  await post(hello, { 'destination-id': 'another-business' });
  await post('{}');
  await post(JSON.stringify({ type: 'text', id: 'm1', body: 'Hello' }));
  expect({ events, answers }).toEqual({ events: [], answers: [200, 200, 200] });
});

test('a forged update is refused', async () => {
  const { post, events, answers, access, msp } = await host();
  const genuine = bearer(access.token, { aud: msp });
  const [head, , signature] = genuine.split('.');
  const claims = Buffer.from(JSON.stringify({ aud: msp, iat: 1 })).toString('base64url');
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  for (const authorization of [
    '',
    'Bearer ',
    'Bearer a.b.c',
    `${genuine}x`,
    `${head}.${claims}.${signature}`,
    `Bearer ${none}.${claims}.`,
    bearer('Z3Vlc3M=', { aud: msp }),
    bearer('', { aud: msp }),
    bearer(access.token, { aud: 'another provider' }),
    bearer(access.token, {}),
    bearer(access.token, { aud: msp }, 'HS512'),
  ]) {
    await post(hello, { authorization });
  }
  expect({ events, answers }).toEqual({ events: [], answers: Array(11).fill(401) });
});

test('a token that decodes to nothing accepts no update', () => {
  const headers = { authorization: bearer('', { aud: 'msp' }) };
  const request = { method: 'POST' as const, query: new URLSearchParams(), headers, body: Buffer.from(hello) };
  const hook = { url: 'https://here.example', secret: '' };
  const receiver = { hook, token: '!', sid: 'msp:business', appSecret: null, account: null, state: {} };
  expect(apple.authenticate(request, receiver)).toBe(false);
});

test('a body that is no JSON, no gzip or too large is malformed', async () => {
  const { post, answers } = await host();
  await post('no JSON');
  await post(gzipSync(hello).subarray(0, 20));
  await post(gzipSync(JSON.stringify({ ...JSON.parse(hello), body: 'a'.repeat(1_048_576) })));
  expect(answers).toEqual([400, 400, 400]);
});

test('texts and files arrive', async () => {
  const { send, fake } = await hostChat();
  const id = await send({ kind: 'text', text: 'It is free', markdown: '**It** is free' }, ann);
  const link = 'https://here.example/cat.png';
  await send({ kind: 'file', file: { ...picture, size: 9, isImage: true, link }, caption: 'Our cat' }, ann);
  await send({ kind: 'file', file: { ...letter, size: 6, isImage: false, link } }, ann);
  expect(fake.sent).toMatchObject([
    { id, person: ann.id, kind: 'text', text: 'It is free' },
    { kind: 'image', text: 'Our cat', file: picture },
    { kind: 'file', file: letter },
  ]);
});

test('the gateway is the one of the credential unless it is replaced', async () => {
  const { fake, access } = await hostChat();
  const given = { ...access, hosts: apple.hosts, url: `${fake.url}/v1/` };
  const content = { kind: 'text' as const, text: 'Hello' };
  await apple.send(given, { person: ann.id, conversation: ann.id, key: 1, content });
  expect(fake.calls.at(-1)?.path).toBe('/v1/message');
});

test('a customer sees that somebody types', async () => {
  const { fake, access } = await hostChat();
  await apple.typing?.(access, { person: ann.id, conversation: ann.id });
  expect(fake.calls.at(-1)).toMatchObject({ path: '/message', json: { type: 'typing_start', destinationId: ann.id } });
});

test('a token that Apple does not know is rejected', async () => {
  const { fake, send } = await hostChat();
  fake.revoke();
  const refusal = await refusalOf(send({ kind: 'text', text: 'Hello' }, ann));
  expect(refusal).toMatchObject({ verdict: { kind: 'auth' }, code: '403', detail: 'The token is not valid' });
});

test.for([
  ['limited', { kind: 'rate', scope: 'connection', seconds: 7 }, '429'],
  ['broken', { kind: 'retry' }, '500'],
  ['credential_rejected', { kind: 'auth' }, '403'],
  ['recipient_unknown', { kind: 'refused', reason: 'recipient_unknown' }, '404'],
  ['content_rejected', { kind: 'refused', reason: 'content_rejected' }, '400'],
] as [Fate, object, string][])('the answer %s is classified', async ([fate, verdict, code]) => {
  const { send, fake } = await hostChat();
  fake.behave({ fate, seconds: 7 });
  expect(await refusalOf(send({ kind: 'text', text: 'Hello' }, ann))).toMatchObject({ verdict, code });
});
