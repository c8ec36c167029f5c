import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addChat } from '../../../../../test/callers.ts';
import { startApp } from '../../../../../test/harness.ts';
import { identify } from '../../../../../test/identities.ts';
import { loadRows } from '../../../../../test/load-rows.ts';
import { whileLocked } from '../../../../../test/locks.ts';
import { addAgent } from '../../../../../test/people.ts';
import { connectAgent } from '../../../../../test/sockets.ts';
import { wakeChats } from './wake.ts';

const { chats, messages } = api;

/** A time that is printed with all its digits. */
const NOON = Temporal.Instant.from('2026-03-01T12:00:00.125Z');
const at = (moment: Temporal.Instant) => moment.toString().replace('Z', '+00:00');

async function startChat() {
  const app = await startApp();
  app.clock.now = NOON;
  const ann = await app.owner();
  const chat = await addChat(app, ann);
  const { params } = chat;
  const put = (until: string | null) => ann.call(chats.snooze, { params, body: { until } });
  return {
    app,
    ann,
    ...chat,
    put,
    take: () => ann.call(chats.unsnooze, { params }),
    reply: () => ann.call(messages.send, { params, body: { type: 'text', body: 'hi', agent_id: ann.agentId } }),
    setState: (state: string) => ann.call(chats.setState, { params, body: { state } }),
    wakeAfter: async (duration: Temporal.DurationLike) => {
      app.clock.now = app.clock.now.add(duration);
      await app.run('chats.wake');
    },
  };
}

const AWAKE = { snoozed_at: null, snoozed_until: null };
const HOUR = at(NOON.add({ hours: 1 }));

test('a chat is snoozed until a time or until the visitor writes, and woken', async () => {
  const { put, take, read } = await startChat();
  const before = await read();
  expect((await put(HOUR)).data).toEqual({
    ...before,
    snoozed_at: at(NOON),
    snoozed_until: HOUR,
    version: before.version + 1,
  });
  expect((await put(null)).data).toMatchObject({ snoozed_at: at(NOON), snoozed_until: null });
  expect((await take()).data).toMatchObject({ ...AWAKE, version: before.version + 3 });
  expect((await take()).data).toMatchObject({ ...AWAKE, version: before.version + 3 });
});

test('snoozing until the same time changes nothing, however the time is written', async () => {
  const { put, read } = await startChat();
  const { data } = await put(HOUR);
  expect((await put('2026-03-01T16:00:00.125+03:00')).data).toEqual(data);
  expect(await read()).toEqual(data);
});

test('until must be in the future and within a year', async () => {
  const { put, read } = await startChat();
  const before = await read();
  for (const until of [NOON, NOON.subtract({ seconds: 1 }), NOON.add({ hours: 24 * 366, milliseconds: 1 })].map(at)) {
    const { status, problem } = await put(until);
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['until']]);
  }
  expect(await read()).toEqual(before);
  expect((await put(at(NOON.add({ hours: 24 * 366 })))).status).toBe(200);
});

test('a chat that is spam or done cannot be snoozed', async () => {
  const { put, setState } = await startChat();
  await setState('expired');
  expect((await put(null)).problem).toMatchObject({ status: 409, reason: 'chat_is_done' });
  await setState('active');
  await setState('spam');
  expect((await put(HOUR)).problem).toMatchObject({ status: 409, reason: 'chat_is_spam' });
});

test('a visitor message wakes a chat; notes, replies, transfers and inactivity do not', async () => {
  const { app, ann, params, put, reply, read, visitor } = await startChat();
  await put(null);
  await ann.call(messages.addNote, { params, body: { body: 'wait for the parcel' } });
  await reply();
  app.clock.now = NOON.add({ minutes: 8 });
  await app.run('chats.sweep');
  await reply();
  const { agentId: agent_id } = await addAgent(app, ann, 'operator');
  expect((await ann.call(chats.transfer, { params, body: { agent_id } })).status).toBe(202);
  expect(await read()).toMatchObject({ snoozed_at: at(NOON), status: 'active' });
  await visitor.write('it has come');
  expect(await read()).toMatchObject(AWAKE);
});

test('reopening, closing and marking as spam wake a chat', async () => {
  const { put, setState } = await startChat();
  for (const state of ['active', 'ready', 'expired', 'active', 'spam']) {
    await put(HOUR);
    expect((await setState(state)).data).toMatchObject({ status: state, ...AWAKE });
  }
});

test('merging contacts wakes the snoozed chat if the other one has messages', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const [known, guest] = [await addAnsweredVisitor(app, ann), await addAnsweredVisitor(app, ann)];
  await identify(app, ann, known, 'user-1');
  const params = { id: known.chatId };
  expect((await ann.call(chats.snooze, { params, body: { until: null } })).data.snoozed_at).not.toBeNull();
  await identify(app, ann, guest, 'user-1');
  expect((await ann.call(chats.read, { params })).data).toMatchObject({ ...AWAKE, last_seq: 4 });
});

test('every minute the job wakes due chats of every widget, and no others', async () => {
  const { app, ann, put, read, wakeAfter } = await startChat();
  expect(wakeChats.every).toBe('* * * * *');
  const bob = await app.owner();
  const [theirs, endless] = [await addChat(app, bob), await addChat(app, ann)];
  const until = at(NOON.add({ minutes: 30 }));
  await put(HOUR);
  await bob.call(chats.snooze, { params: theirs.params, body: { until } });
  await ann.call(chats.snooze, { params: endless.params, body: { until: null } });
  const [before, later] = [await theirs.read(), await read()];
  await wakeAfter({ minutes: 29, seconds: 59 });
  expect(await theirs.read()).toEqual(before);
  await wakeAfter({ seconds: 1 });
  expect(await theirs.read()).toEqual({ ...before, ...AWAKE, version: before.version + 1, updated_at: until });
  expect(await read()).toEqual(later);
  await wakeAfter({ hours: 900 });
  expect(await read()).toMatchObject(AWAKE);
  expect((await endless.read()).snoozed_at).not.toBeNull();
});

test('the job wakes more than one batch, and a locked chat at the next run', async () => {
  const { app, ann, put, read, wakeAfter } = await startChat();
  await put(HOUR);
  const { id } = await read();
  await loadRows(
    app,
    `WITH made AS (
      INSERT INTO chats (widget_id, channel, external_channel_id, source, created_at)
      SELECT widget_id, channel, i::text, source, created_at FROM chats, generate_series(1, 1100) AS i WHERE id = ${id}
      RETURNING widget_id, id, created_at
    )
    INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity, snoozed_at, snoozed_until)
    SELECT widget_id, id, created_at, created_at, 0, created_at, created_at + interval '1 minute' FROM made`,
  );
  const asleep = () =>
    app.sql<{ id: number }>(
      `SELECT chat_id::int AS id FROM chat_heads WHERE widget_id = ${ann.widgetId} AND snoozed_at IS NOT NULL`,
    );
  await whileLocked(app, `SELECT FROM chat_heads WHERE chat_id = ${id} FOR UPDATE`, () => wakeAfter({ hours: 1 }));
  expect(await asleep()).toEqual([{ id }]);
  await wakeAfter({ minutes: 1 });
  expect(await asleep()).toEqual([]);
});

test('agents of the widget see a snooze and a wake at once', async () => {
  const app = await startApp({}, { live: true });
  const [ann, bob] = [await app.owner(), await app.owner()];
  const { params, read, visitor } = await addChat(app, ann);
  const [ours, theirs] = [await connectAgent(app, ann), await connectAgent(app, bob)];
  const until = at(app.clock.now.add({ minutes: 1 }));
  await ann.call(chats.snooze, { params, body: { until } });
  const isUntil = (moment: string | null) => Date.parse(moment ?? '') === Date.parse(until);
  expect((await ours.hears('chat', ({ chat }) => isUntil(chat.snoozed_until))).chat).toEqual(await read());
  // The clock of a server with sockets must not jump, or its connections expire.
  await app.sql(`UPDATE chat_heads SET snoozed_until = '${at(app.clock.now)}' WHERE chat_id = ${params.id}`);
  await app.run('chats.wake');
  expect((await ours.hears('chat', ({ chat }) => chat.snoozed_at === null)).chat).toEqual(await read());
  await ann.call(chats.snooze, { params, body: { until: null } });
  await visitor.write('and?');
  expect((await ours.hears('message')).chat).toMatchObject(AWAKE);
  expect(theirs.heard.filter(({ name }) => name === 'chat' || name === 'message')).toEqual([]);
});
