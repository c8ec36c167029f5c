import { expect, test } from 'vitest';
import { startAli } from '../../../../test/messengers/ali.ts';
import { ann, hostChat, hostConnected, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import { type Access, createCall } from './access.ts';
import { ali } from './ali.ts';
import type { Polled } from './driver.ts';

const connected = async () => hostConnected(ali, await startAli());

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

test('a history of several answers is skipped', async () => {
  const { driver, fake, access } = await hostDriver(ali, await startAli());
  for (let at = 0; at < 120; at += 1) await fake.write(ann, { text: `old ${at}` });
  const { events, position } = await driver.poll(access, null, 0);
  expect(events).toEqual([]);
  await fake.write(ann, { text: 'new' });
  const next = await driver.poll(access, position, 0);
  expect(next.events).toMatchObject([{ kind: 'message', content: { text: 'new' } }]);
});

test('an account without messages is polled from its first one', async () => {
  const { fake, takeEvents } = await connected();
  expect([await takeEvents(), await takeEvents()]).toEqual([[], []]);
  await fake.write(ann, { text: 'first' });
  expect(await takeEvents()).toMatchObject([{ content: { text: 'first' } }]);
});

test('more messages than one answer holds are polled one page after another', async () => {
  const { fake, takeEvents } = await connected();
  for (let at = 0; at < 60; at += 1) await fake.write(ann, { text: `message ${at}` });
  const [first, second] = [await takeEvents(), await takeEvents()];
  expect([first.length, second.length]).toEqual([50, 10]);
  expect(second.at(-1)).toMatchObject({ content: { text: 'message 59' } });
});

test('what was sent from here comes back with the id of its message', async () => {
  const { send, takeEvents } = await connected();
  const id = await send({ kind: 'text', text: 'Hello' }, ann);
  expect(await takeEvents()).toMatchObject([{ kind: 'typed-elsewhere', person: { id: ann.id }, messageId: id }]);
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
  const { hook, answers, events } = await connected();
  await fetch(hook.url, { method: 'POST', body: JSON.stringify([wire]) });
  expect({ answers, events }).toEqual({ answers: [401], events: [] });
});

test('a chat is marked as read up to the current time', async () => {
  const { driver, fake, access, target } = await hostChat(ali, await startAli());
  await driver.markSeen(access, { ...target, id: '1' });
  const created_at = new Date(access.now).toISOString();
  expect(fake.calls.at(-1)).toMatchObject({
    path: '/api/v2/seller/read-messages',
    json: { to_user_login_id: ann.id, created_at },
  });
});

test('an error in an answer with the status of a success is a refusal', async () => {
  const call = pollAnswer({ data: null, error: { code: 'LIMIT', message: 'The limit is not valid' } });
  expect(await refusalOf(call)).toMatchObject({
    verdict: { kind: 'refused', reason: 'content_rejected' },
    code: 'LIMIT',
    detail: 'The limit is not valid',
  });
});
