import { api, type Chat } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../../../test/callers.ts';
import { listEventData } from '../../../../test/events.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { whileLocked } from '../../../../test/locks.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent } from '../../../../test/people.ts';
import { connectAgent } from '../../../../test/sockets.ts';

const { chats } = api;

/** Chats with visitor messages, and bulk actions on them. */
async function startChats(app: TestApp, owner: Owner, count: number) {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) ids.push((await addChat(app, owner)).params.id);
  return {
    ids,
    act: (action: string, more: object = {}) => owner.call(chats.bulk, { body: { ids, action, ...more } }),
    read: async (id: number | undefined) => (await owner.call(chats.read, { params: { id } })).data,
    setState: (id: number | undefined, state: string) =>
      owner.call(chats.setState, { params: { id }, body: { state } }),
  };
}

async function open(count = 3) {
  const app = await startApp();
  const ann = await app.owner();
  return { app, ann, ...(await startChats(app, ann, count)) };
}

const versions = (all: Chat[]) => all.map(({ version }) => version);

test('a bulk close has the effects of single closes and returns chats in the order of ids', async () => {
  const { app, ann, ids, read } = await open();
  const body = { ids: ids.toReversed(), action: 'close' };
  const { status, data } = await ann.call(chats.bulk, { body });
  expect([status, data.map(({ id }) => id)]).toEqual([200, ids.toReversed()]);
  for (const chat of data)
    expect(chat).toMatchObject({ status: 'expired', close_reason: 'api', awaiting_reply: false });
  expect(await read(ids[0])).toEqual(data.at(-1));
  expect(await listEventData(app, ann, 'chat.closed')).toMatchObject(
    ids.map((chat_id) => ({ chat_id, reason: 'api' })),
  );
});

test('a bulk close leaves closed and spam chats as they are', async () => {
  const { app, ann, ids, act, read, setState } = await open();
  await setState(ids[0], 'expired');
  await setState(ids[1], 'spam');
  const before = [await read(ids[0]), await read(ids[1])];
  const { data } = await act('close');
  expect(data.slice(0, 2)).toEqual(before);
  expect(data[2]).toMatchObject({ status: 'expired' });
  expect(await listEventData(app, ann, 'chat.closed')).toHaveLength(2);
});

test('a bulk reopen also reopens spam and leaves open chats as they are', async () => {
  const { ids, act, read, setState } = await open();
  await setState(ids[0], 'expired');
  await setState(ids[1], 'spam');
  const before = await read(ids[2]);
  const { data } = await act('reopen');
  for (const chat of data) expect(chat).toMatchObject({ status: 'active', done_at: null });
  expect(data[2]).toEqual(before);
});

test('a bulk spam leaves spam as it is', async () => {
  const { ids, act, read, setState } = await open();
  await setState(ids[0], 'spam');
  const before = await read(ids[0]);
  const { data } = await act('spam');
  expect(data.map(({ status }) => status)).toEqual(['spam', 'spam', 'spam']);
  expect(data[0]).toEqual(before);
});

test('a bulk snooze works with or without a time and skips done and spam chats', async () => {
  const { app, ids, act, setState } = await open();
  await setState(ids[0], 'expired');
  await setState(ids[1], 'spam');
  const until = app.clock.now.add({ hours: 1 }).toString().replace('Z', '+00:00');
  const isAside = (all: Chat[]) => all.map(({ snoozed_at }) => snoozed_at !== null);
  const { data } = await act('snooze', { until });
  expect(isAside(data)).toEqual([false, false, true]);
  expect(Temporal.Instant.from(String(data[2]?.snoozed_until)).equals(until)).toBe(true);
  expect((await act('snooze')).data[2]).toMatchObject({ snoozed_at: expect.any(String), snoozed_until: null });
});

test('a bulk assign works like a transfer and skips chats the agent owns', async () => {
  const { app, ann, ids, act, read } = await open();
  const { agentId: agent_id } = await addAgent(app, ann, 'operator');
  await ann.call(chats.transfer, { params: { id: ids[0] }, body: { agent_id } });
  const before = await read(ids[0]);
  const { data } = await act('assign', { agent_id });
  expect(data.map((chat) => chat.agent_id)).toEqual([agent_id, agent_id, agent_id]);
  expect(data[0]).toEqual(before);
  const transfers = ids.map((chat_id) => ({ chat_id, agent_id, reason: 'transfer' }));
  expect(await listEventData(app, ann, 'chat.transferred')).toMatchObject(transfers);
});

test('an id that is unknown or of another widget refuses the whole request', async () => {
  const { app, ann, ids, read } = await open(1);
  const foreign = await startChats(app, await app.owner(), 1);
  const before = await read(ids[0]);
  for (const other of [987_654, foreign.ids[0]]) {
    const { status, problem } = await ann.call(chats.bulk, { body: { ids: [...ids, other], action: 'close' } });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['ids']]);
  }
  expect(await read(ids[0])).toEqual(before);
  expect(await foreign.read(foreign.ids[0])).toMatchObject({ status: 'active' });
  expect(await listEventData(app, ann, 'chat.closed')).toEqual([]);
});

test('a field that does not fit the action is 422, and nothing changes', async () => {
  const { app, ann, ids, read } = await open(1);
  const bob = await app.owner();
  const before = await read(ids[0]);
  const wrong: [object, string][] = [
    [{ action: 'assign' }, 'agent_id'],
    [{ action: 'assign', agent_id: bob.agentId }, 'agent_id'],
    [{ action: 'close', agent_id: ann.agentId }, 'agent_id'],
    [{ action: 'close', until: null }, 'until'],
    [{ action: 'snooze', until: '2001-01-01T00:00:00Z' }, 'until'],
    [{ action: 'erase' }, 'action'],
    [{ action: 'close', ids: [] }, 'ids'],
    [{ action: 'close', ids: [ids[0], ids[0]] }, 'ids'],
    [{ action: 'close', ids: Array.from({ length: 101 }, (_, index) => index + 1) }, 'ids'],
  ];
  for (const [body, field] of wrong) {
    const { status, problem } = await ann.call(chats.bulk, { body: { ids, ...body } });
    expect({ body, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({ body, status: 422, fields: [field] });
  }
  expect(await read(ids[0])).toEqual(before);
});

test('concurrent bulk requests over the same chats do not deadlock and change each chat once', async () => {
  const { app, ann, ids } = await open(4);
  const [lowest] = ids;
  const session = await signedIn(app, ann);
  const close = (named: number[]) => session(chats.bulk, { body: { ids: named, action: 'close' } });
  const answers = await whileLocked(
    app,
    `SELECT FROM chat_heads WHERE chat_id = ${lowest} FOR UPDATE`,
    async ({ client, untilWaited }) => {
      const closing = [ids, ids.toReversed(), [...ids.slice(2), ...ids.slice(0, 2)]].map(close);
      await untilWaited();
      await client.query('COMMIT');
      return Promise.all(closing);
    },
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const { data } of answers) expect(versions(data)).toEqual(data.map(() => 3));
  expect(await listEventData(app, ann, 'chat.closed')).toHaveLength(4);
});

test('agents see each chat of a bulk change at once', async () => {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  const { ids, act } = await startChats(app, ann, 2);
  const ours = await connectAgent(app, ann);
  const { data } = await act('close');
  for (const chat of data) {
    expect((await ours.hears('chat', (news) => news.chat.id === chat.id)).chat).toEqual(chat);
  }
  expect(ours.heard.filter(({ name }) => name === 'chat')).toHaveLength(ids.length);
});
