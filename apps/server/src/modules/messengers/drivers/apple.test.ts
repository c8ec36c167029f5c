import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bearer, startApple } from '../../../../test/messengers/apple.ts';
import { ann, hostChat, hostConnected, refusalOf } from '../../../../test/messengers/driver-host.ts';
import { apple } from './apple.ts';

async function connected() {
  const hosted = await hostConnected(apple, await startApple());
  const [msp = '', business = ''] = hosted.access.sid?.split(':') ?? [];
  /** Posts an update that Apple has not sent. */
  const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(hosted.hook.url, {
      method: 'POST',
      body: new Uint8Array(Buffer.from(body)),
      headers: { authorization: bearer(hosted.access.token, { aud: msp }), 'destination-id': business, ...headers },
    });
  return { ...hosted, msp, business, post };
}

const chat = async () => hostChat(apple, await startApple());

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
  const { fake, events } = await connected();
  await fake.deliver(ann, update);
  expect(events).toMatchObject([{ kind: 'message', content }]);
});

test('what finds a file again tells nobody its key, and is of no use with another token', async () => {
  const { driver, fake, events, access } = await connected();
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
  const call = driver.fetchMedia({ ...access, token: 'b3RoZXI=' }, ref);
  expect((await refusalOf(call))?.verdict).toEqual({ kind: 'refused', reason: 'content_rejected' });
});

test('a customer who has left can be reached again when they write', async () => {
  const { fake, send } = await chat();
  await fake.block?.(ann);
  await fake.write(ann, { text: 'I am back' });
  await send({ kind: 'text', text: 'Hello!' }, ann);
  expect(fake.sent).toMatchObject([{ text: 'Hello!' }]);
});

const hello = JSON.stringify({ v: 1, id: 'm1', type: 'text', sourceId: '5001', body: 'Hello' });

test('an update may come without gzip, and its ids in the body', async () => {
  const { post, events } = await connected();
  await post(hello);
  expect(events).toMatchObject([{ id: 'm1', conversation: '5001', content: { text: 'Hello' } }]);
});

test('the business may be named by its address', async () => {
  const { post, events, business } = await connected();
  await post(hello, { 'destination-id': `urn:biz:${business}` });
  expect(events).toHaveLength(1);
});

test('a forged update is refused', async () => {
  const { post, events, answers, access, msp } = await connected();
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

test('a body that is no gzip or too large is malformed', async () => {
  const { post, answers } = await connected();
  await post(gzipSync(hello).subarray(0, 20));
  await post(gzipSync(JSON.stringify({ ...JSON.parse(hello), body: 'a'.repeat(1_048_576) })));
  expect(answers).toEqual([400, 400]);
});

test('the gateway is the one of the credential unless it is replaced', async () => {
  const { driver, fake, access, target } = await chat();
  const given = { ...access, hosts: apple.hosts, url: `${fake.url}/v1/` };
  await driver.send(given, { ...target, key: 1, content: { kind: 'text', text: 'Hello' } });
  expect(fake.calls.at(-1)?.path).toBe('/v1/message');
});

test('a customer sees that somebody types', async () => {
  const { driver, fake, access, target } = await chat();
  await driver.typing(access, { ...target, lastMessage: null });
  expect(fake.calls.at(-1)).toMatchObject({ path: '/message', json: { type: 'typing_start', destinationId: ann.id } });
  await driver.stopTyping(access, target);
  expect(fake.calls.at(-1)).toMatchObject({ path: '/message', json: { type: 'typing_end', destinationId: ann.id } });
});
