import { api, type ChatState } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../../../../test/callers.ts';
import { listEventData } from '../../../../../test/events.ts';
import { startApp, type TestApp } from '../../../../../test/harness.ts';
import { loadRows } from '../../../../../test/load-rows.ts';
import type { Owner } from '../../../../../test/owners.ts';
import { addWidget } from '../../../../../test/people.ts';
import { hideChatsFromJobs } from '../../../../../test/recent-chats.ts';
import { sweepChats } from './sweep.ts';

const { chats, contacts, messages } = api;

/** A time that is printed with all its digits. */
const NOON = Temporal.Instant.from('2026-03-01T12:00:00.125Z');

/** Reads any chat of the owner. */
function reader(owner: Owner, id: number) {
  const params = { id };
  return {
    params,
    read: async () => (await owner.call(chats.read, { params })).data,
    set: (state: ChatState) => owner.call(chats.setState, { params, body: { state } }),
  };
}

/** A chat in which a visitor has written. */
async function startChat(app: TestApp, owner: Owner) {
  const { params, visitor } = await addChat(app, owner);
  return { ...reader(owner, params.id), visitor };
}

const closings = (app: TestApp, owner: Owner) =>
  listEventData<{ chat_id: number; reason: string }>(app, owner, 'chat.closed');

/** Has no chats but those of the test. */
async function startSweeping() {
  const app = await startApp();
  await hideChatsFromJobs(app);
  return app;
}

async function sweepAfter(app: TestApp, duration: Temporal.DurationLike) {
  app.clock.now = app.clock.now.add(duration);
  await app.run('chats.sweep');
}

/** Creates chats with a message at the current time. */
async function loadChats(app: TestApp, widgetId: number, count: number) {
  const now = `'${app.clock.now}'::timestamptz`;
  await loadRows(
    app,
    `WITH people AS (
      INSERT INTO contacts (widget_id, guid, created_at, updated_at)
      SELECT ${widgetId}, md5(${widgetId} || ' ' || i), ${now}, ${now} FROM generate_series(1, ${count}) AS i RETURNING id
    ),
    made AS (
      INSERT INTO chats (widget_id, contact_id, channel, source, created_at)
      SELECT ${widgetId}, id, 'service', '{"page": null, "referrer": null, "language": null}', ${now} FROM people RETURNING id
    )
    INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity, last_message_at, is_live)
    SELECT ${widgetId}, id, ${now}, ${now}, 0, ${now}, true FROM made`,
  );
}

test('the sweep runs every five minutes', () => {
  expect(sweepChats.every).toBe('*/5 * * * *');
});

test('a chat expires seven minutes after its last message, and not a millisecond sooner', async () => {
  const app = await startSweeping();
  app.clock.now = NOON;
  const ann = await app.owner();
  const older = await startChat(app, ann);
  app.clock.now = app.clock.now.add({ milliseconds: 1 });
  const younger = await startChat(app, ann);
  const before = await younger.read();
  await sweepAfter(app, { minutes: 6, seconds: 59, milliseconds: 999 });
  const at = '2026-03-01T12:07:00.125+00:00';
  expect(await older.read()).toMatchObject({ status: 'expired', closed_at: at, close_reason: 'inactivity' });
  expect(await younger.read()).toEqual(before);
  expect(await closings(app, ann)).toEqual([
    {
      button_guid: ann.buttonGuid,
      chat_id: older.params.id,
      client_id: expect.any(Number),
      contact_id: (await older.read()).contact_id,
      channel: 'service',
      reason: 'inactivity',
      done: false,
      at,
    },
  ]);
});

test('messages of the visitor and of agents keep a chat active; notes do not', async () => {
  const app = await startSweeping();
  const ann = await app.owner();
  const [written, answered, noted] = [await startChat(app, ann), await startChat(app, ann), await startChat(app, ann)];
  app.clock.now = app.clock.now.add({ minutes: 5 });
  await written.visitor.write('anybody?');
  await ann.call(messages.send, {
    params: answered.params,
    body: { type: 'text', body: 'hi', agent_id: ann.agentId },
  });
  await ann.call(messages.addNote, { params: noted.params, body: { body: 'a regular' } });
  await sweepAfter(app, { minutes: 5 });
  const states = await Promise.all([written, answered, noted].map(async ({ read }) => (await read()).status));
  expect(states).toEqual(['active', 'active', 'expired']);
});

test('a chat closed just after a message is active at the next run and expires later, with an event for each close', async () => {
  const app = await startSweeping();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  const { data: closed } = await ann.call(chats.close, { params: chat.params, body: { reason: 'done' } });
  await sweepAfter(app, { minutes: 5 });
  const opened = await chat.read();
  expect(opened).toMatchObject({ status: 'active', closed_at: null, close_reason: null, done_at: closed.done_at });
  expect(opened.version).toBe(closed.version + 1);
  await sweepAfter(app, { minutes: 5 });
  expect(await chat.read()).toMatchObject({
    status: 'expired',
    close_reason: 'inactivity',
    done_at: closed.done_at,
    version: closed.version + 2,
  });
  expect((await closings(app, ann)).map(({ reason }) => reason)).toEqual(['api', 'inactivity']);
});

test('a closed chat that is inactive by the next run stays as it was closed', async () => {
  const app = await startSweeping();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  app.clock.now = app.clock.now.add({ minutes: 4 });
  const { data: closed } = await ann.call(chats.close, { params: chat.params, body: { reason: 'done' } });
  await sweepAfter(app, { minutes: 3 });
  expect(await chat.read()).toEqual(closed);
  expect(await closings(app, ann)).toHaveLength(1);
});

test('a ready chat becomes active at the next run, or expired if inactive', async () => {
  const app = await startSweeping();
  const ann = await app.owner();
  const [silent, fresh] = [await startChat(app, ann), await startChat(app, ann)];
  await fresh.set('expired');
  app.clock.now = app.clock.now.add({ minutes: 6 });
  await fresh.visitor.write('still here');
  for (const chat of [silent, fresh]) expect((await chat.set('ready')).data.status).toBe('ready');
  const before = (await closings(app, ann)).length;
  await sweepAfter(app, { minutes: 1 });
  expect([(await silent.read()).status, (await fresh.read()).status]).toEqual(['expired', 'active']);
  expect((await closings(app, ann)).slice(before).map(({ chat_id }) => chat_id)).toEqual([silent.params.id]);
});

test('a reopened chat that is inactive is closed again by the next run', async () => {
  const app = await startSweeping();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  await sweepAfter(app, { minutes: 7 });
  await chat.set('active');
  await app.run('chats.sweep');
  expect((await chat.read()).status).toBe('expired');
  expect(await closings(app, ann)).toHaveLength(2);
});

test('the sweep ignores spam and chats without messages', async () => {
  const app = await startSweeping();
  const ann = await app.owner();
  const spam = await startChat(app, ann);
  await spam.set('spam');
  await spam.visitor.write('buy now');
  const { data: contact } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  const { data: empty } = await ann.call(chats.create, { body: { contact_id: contact.id } });
  const silent = reader(ann, empty.id);
  for (const state of ['active', 'ready', 'expired'] as const) {
    await silent.set(state);
    await ann.call(messages.addNote, { params: silent.params, body: { body: 'call back' } });
    const before = [await spam.read(), await silent.read()];
    const told = await closings(app, ann);
    await sweepAfter(app, { minutes: 1 });
    await sweepAfter(app, { hours: 1 });
    expect([await spam.read(), await silent.read()]).toEqual(before);
    expect(await closings(app, ann)).toEqual(told);
  }
});

test('the sweep changes neither waiting_since nor done_at', async () => {
  const app = await startSweeping();
  const ann = await app.owner();
  const [waiting, done] = [await startChat(app, ann), await startChat(app, ann)];
  await done.set('expired');
  const before = [await waiting.read(), await done.read()];
  for (const minutes of [5, 5, 60]) {
    await sweepAfter(app, { minutes });
    const after = [await waiting.read(), await done.read()];
    for (const field of ['waiting_since', 'awaiting_reply', 'done_at', 'unread'] as const) {
      expect(after.map((chat) => chat[field])).toEqual(before.map((chat) => chat[field]));
    }
  }
});

test('the sweep ignores internal chats', async () => {
  const app = await startSweeping();
  const ann = await app.owner();
  const [{ id } = { id: 0 }] = await app.sql<{ id: number }>(`
    WITH made AS (
      INSERT INTO chats (widget_id, channel, is_internal, source, created_at)
      VALUES (${ann.widgetId}, 'service', true, '{"page": null, "referrer": null, "language": null}', '${app.clock.now}')
      RETURNING id, created_at
    )
    INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity)
    SELECT ${ann.widgetId}, id, created_at, created_at, 0 FROM made RETURNING chat_id::int AS id`);
  const room = reader(ann, id);
  const call = await signedIn(app, ann);
  await call(messages.send, { params: room.params, body: { type: 'text', body: 'lunch?' } });
  const before = await room.read();
  expect(before.last_message_at).not.toBeNull();
  await sweepAfter(app, { minutes: 5 });
  await sweepAfter(app, { hours: 1 });
  expect(await room.read()).toEqual(before);
  expect(await closings(app, ann)).toEqual([]);
});

test('thousands of chats of several widgets expire in one run, each with an event of its widget', async () => {
  const app = await startApp({}, { isolated: true });
  const [ann, bob] = [await app.owner(), await app.owner()];
  const other = await addWidget(app, ann);
  for (const [widgetId, count] of [
    [ann.widgetId, 3_000],
    [other.widgetId, 40],
    [bob.widgetId, 2_500],
  ] as const) {
    await loadChats(app, widgetId, count);
  }
  // As autovacuum does after a while.
  await app.sql('ANALYZE contacts, chats, chat_heads');
  await sweepAfter(app, { minutes: 7 });
  expect(await app.sql('SELECT state, version::int, count(*)::int FROM chat_heads GROUP BY 1, 2')).toEqual([
    { state: 'expired', version: 2, count: 5_540 },
  ]);
  const right = await app.sql(`
    SELECT e.widget_id::int, count(DISTINCT c.id)::int, count(*)::int AS events FROM events e
    JOIN chats c ON c.id = (data->>'chat_id')::bigint AND c.widget_id = e.widget_id AND c.contact_id = (data->>'client_id')::bigint
    JOIN widgets w ON w.id = e.widget_id AND w.account_id = e.account_id AND w.button_guid = data->>'button_guid'
    WHERE type = 'chat.closed' GROUP BY 1 ORDER BY 1`);
  expect(right).toEqual(
    [
      { widget_id: ann.widgetId, count: 3_000, events: 3_000 },
      { widget_id: other.widgetId, count: 40, events: 40 },
      { widget_id: bob.widgetId, count: 2_500, events: 2_500 },
    ].sort((one, two) => one.widget_id - two.widget_id),
  );
  await app.run('chats.sweep');
  expect(await app.sql('SELECT DISTINCT version::int FROM chat_heads')).toEqual([{ version: 2 }]);
  expect(await app.sql("SELECT FROM events WHERE type = 'chat.closed'")).toHaveLength(5_540);
});

test('concurrent runs change each chat once', async () => {
  const app = await startSweeping();
  const ann = await app.owner();
  await loadChats(app, ann.widgetId, 500);
  app.clock.now = app.clock.now.add({ minutes: 7 });
  await Promise.all(Array.from({ length: 4 }, () => app.run('chats.sweep')));
  const states = `SELECT state, version::int, count(*)::int FROM chat_heads WHERE widget_id = ${ann.widgetId} GROUP BY 1, 2`;
  expect(await app.sql(states)).toEqual([{ state: 'expired', version: 2, count: 500 }]);
  const closed = await closings(app, ann);
  expect(closed).toHaveLength(500);
  expect(new Set(closed.map(({ chat_id }) => chat_id)).size).toBe(500);
});

test('a message sent during the sweep leaves its chat active', async () => {
  const app = await startSweeping();
  const ann = await app.owner();
  const started = [];
  for (let count = 0; count < 12; count += 1) started.push(await startChat(app, ann));
  app.clock.now = app.clock.now.add({ minutes: 7 });
  await Promise.all(
    started.flatMap(({ visitor }, index) => [
      visitor.write('still here'),
      ...(index % 3 ? [] : [app.run('chats.sweep')]),
    ]),
  );
  for (const { read } of started) expect(await read()).toMatchObject({ status: 'active', closed_at: null, unread: 2 });
  await app.run('chats.sweep');
  for (const { read } of started) expect((await read()).status).toBe('active');
});
