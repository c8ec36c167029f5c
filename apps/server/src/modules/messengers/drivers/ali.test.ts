import { expect, test } from 'vitest';
import { startAli } from '../../../../test/messengers/ali.ts';
import { ann, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import type { Fate } from '../../../../test/messengers/fake-vendor.ts';
import { type Access, createCall } from './access.ts';
import { ali } from './ali.ts';
import type { Polled } from './driver.ts';

const picture = { name: 'cat.png', type: 'image/png', bytes: Buffer.from('a picture') };

/** A connection that has been polled: what is written from now on is new. */
async function host() {
  const hosted = await hostDriver(ali, await startAli());
  let position: string | null = null;
  async function poll() {
    const polled = await (ali.poll?.(hosted.access, position, 0) as Promise<Polled>);
    position = polled.position;
    return polled.events;
  }
  return { ...hosted, poll };
}

/** Polls a vendor that answers with this. */
async function pollAnswer(body: unknown, position = '1') {
  const exchange = async () => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) });
  const access: Access = {
    call: createCall(exchange, ali.classify),
    hosts: ali.hosts,
    token: 'a token',
    sid: null,
    appSecret: null,
    url: null,
    account: null,
    state: {},
    hookUrl: null,
    now: Date.now(),
  };
  return ali.poll?.(access, position, 0) as Promise<Polled>;
}

test('messages from before the first poll are left alone', async () => {
  const { fake, poll } = await host();
  for (let at = 0; at < 120; at += 1) await fake.write(ann, { text: `old ${at}` });
  expect(await poll()).toEqual([]);
  await fake.write(ann, { text: 'new' });
  expect(await poll()).toMatchObject([{ kind: 'message', content: { text: 'new' } }]);
  expect(await poll()).toEqual([]);
});

test('an account without messages is polled from its first one', async () => {
  const { fake, poll } = await host();
  expect(await poll()).toEqual([]);
  expect(await poll()).toEqual([]);
  await fake.write(ann, { text: 'first' });
  expect(await poll()).toMatchObject([{ content: { text: 'first' } }]);
});

test('more messages than one answer holds are polled one page after another', async () => {
  const { fake, poll } = await host();
  await poll();
  for (let at = 0; at < 60; at += 1) await fake.write(ann, { text: `message ${at}` });
  const first = await poll();
  const second = await poll();
  expect([first.length, second.length]).toEqual([50, 10]);
  expect(second.at(-1)).toMatchObject({ content: { text: 'message 59' } });
});

test('a token that AliExpress does not know is rejected', async () => {
  const { fake, poll } = await host();
  fake.revoke();
  expect((await refusalOf(poll()))?.verdict).toEqual({ kind: 'auth' });
});

test.for([
  [{ text: 'Hello' }, { text: 'Hello' }],
  [
    { file: picture, text: 'My cat' },
    { text: 'My cat', files: [{ isImage: true, name: 'photo.jpg' }] },
  ],
  [{ isUnknown: true as const }, { unknown: 'order' }],
] as const)('a customer writes %j', async ([written, content]) => {
  const { fake, poll } = await host();
  await poll();
  const id = await fake.write(ann, written);
  const events = await poll();
  const person = { id: ann.id, name: 'Ann Field' };
  expect(events).toMatchObject([{ kind: 'message', id, messageId: id, conversation: ann.id, person, content }]);
  expect(events[0]?.at).toBeGreaterThan(Date.now() - 60_000);
});

test('a picture that a customer sent can be downloaded', async () => {
  const { fake, poll, access } = await host();
  await poll();
  await fake.write(ann, { file: picture });
  const [event] = await poll();
  const ref = event?.kind === 'message' ? event.content.files?.[0]?.ref : undefined;
  const download = await ali.fetchMedia?.(access, ref ?? '');
  expect(Buffer.from(await (await fetch(download?.url ?? '')).arrayBuffer())).toEqual(picture.bytes);
});

test('a message that is repeated has the same id', async () => {
  const { fake, poll } = await host();
  await poll();
  await fake.write(ann, { text: 'Hello' });
  await fake.repeat();
  const events = await poll();
  expect(events[1]?.id).toBe(events[0]?.id);
});

test('what a seller types at AliExpress, and what was sent from here, is named by the id of its message', async () => {
  const { fake, poll, send } = await host();
  await poll();
  await fake.typeElsewhere?.(ann, 'It is in stock');
  const id = await send({ kind: 'text', text: 'Hello' }, ann);
  expect(await poll()).toMatchObject([
    { kind: 'typed-elsewhere', person: { id: ann.id }, content: { text: 'It is in stock' } },
    { kind: 'typed-elsewhere', person: { id: ann.id }, messageId: id },
  ]);
});

const wire = { id: 7, from_user_login_id: 'ru5', created_at: '2026-03-01T10:00:00Z', text: 'Hello' };

test.for([
  ['a bare list', [wire]],
  ['a list as `data`', { data: [wire] }],
  ['a list as `messages`', { messages: [wire] }],
  ['a list within `data`', { data: { messages: [wire] } }],
  ['a text in the payload', { data: [{ ...wire, text: undefined, payload: { text: 'Hello' } }] }],
  ['a sender that is an object', [{ ...wire, from_user_login_id: undefined, sender: { login_id: 'ru5' } }]],
  ['another name of the id', [{ ...wire, id: undefined, message_id: '7' }]],
] as [string, unknown][])('an answer may be %s', async ([, body]) => {
  expect(await pollAnswer(body)).toEqual({
    events: [
      {
        kind: 'message',
        id: '7',
        messageId: '7',
        conversation: 'ru5',
        person: { id: 'ru5' },
        content: { text: 'Hello' },
        at: Date.parse('2026-03-01T10:00:00Z'),
      },
    ],
    position: '7',
  });
});

test('a list with the newest first is read from its end, without the message that was the last', async () => {
  const newest = { ...wire, id: 8, created_at: '2026-03-01T10:00:01Z', text: 'two' };
  const { events, position } = await pollAnswer(
    [newest, wire, { ...wire, id: 6, created_at: '2026-03-01T09:00:00Z' }],
    '6',
  );
  expect(events).toMatchObject([{ id: '7' }, { id: '8', content: { text: 'two' } }]);
  expect(position).toBe('8');
});

test.for([null, 5, {}, { data: null }, { data: [null, 3, {}, { id: 9 }] }])(
  '%j says nothing of a message',
  async (body) => {
    expect((await pollAnswer(body)).events).toEqual([]);
  },
);

test('whatever comes to the address of a hook is not from AliExpress', async () => {
  const { hook, answers, events } = await host();
  await fetch(hook.url, { method: 'POST', body: JSON.stringify([wire]) });
  expect({ answers, events }).toEqual({ answers: [401], events: [] });
});

test('texts arrive, pictures as links, and the chat can be marked as read', async () => {
  const { send, fake, access } = await host();
  const id = await send({ kind: 'text', text: 'Hello', markdown: '**Hello**' }, ann);
  await fake.write(ann, { file: picture });
  const { payload } = JSON.parse(await (await poll50(fake.url, access.token)).text()).data.at(-1);
  const file = { ...picture, size: 9, isImage: true, bytes: Buffer.alloc(0), link: payload.url };
  await send({ kind: 'file', file }, ann);
  expect(fake.sent).toMatchObject([
    { id, person: ann.id, kind: 'text', text: 'Hello' },
    { person: ann.id, kind: 'image', file: { bytes: picture.bytes } },
  ]);
  await ali.markSeen?.(access, { person: ann.id, conversation: ann.id, id: '1' });
  const created_at = new Date(access.now).toISOString();
  expect(fake.calls.at(-1)).toMatchObject({
    path: '/api/v2/seller/read-messages',
    json: { to_user_login_id: ann.id, created_at },
  });
});

const poll50 = (url: string, token: string) =>
  fetch(`${url}/api/v2/seller/chat-messages?limit=50`, { headers: { 'x-auth-token': token } });

test.for([
  ['limited', { kind: 'rate', scope: 'connection', seconds: 7 }, 'TOO_MANY_REQUESTS'],
  ['broken', { kind: 'retry' }, '503'],
  ['credential_rejected', { kind: 'auth' }, 'UNAUTHORIZED'],
  ['recipient_unknown', { kind: 'refused', reason: 'recipient_unknown' }, 'NOT_FOUND'],
  ['content_rejected', { kind: 'refused', reason: 'content_rejected' }, 'INVALID_REQUEST'],
] as [Fate, object, string][])('the answer %s is classified', async ([fate, verdict, code]) => {
  const { send, fake } = await host();
  fake.behave({ fate, seconds: 7 });
  expect(await refusalOf(send({ kind: 'text', text: 'Hello' }, ann))).toMatchObject({ verdict, code });
});

test('an error in an answer with the status of a success is a refusal', async () => {
  const call = pollAnswer({ data: null, error: { code: 'LIMIT', message: 'The limit is not valid' } });
  expect(await refusalOf(call)).toMatchObject({
    verdict: { kind: 'refused', reason: 'content_rejected' },
    code: 'LIMIT',
    detail: 'The limit is not valid',
  });
});
