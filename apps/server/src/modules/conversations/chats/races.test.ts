import { api } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAnsweredVisitor } from '../../../../test/callers.ts';
import { type OpenApp, openApp, startApp } from '../../../../test/harness.ts';
import { loadRows } from '../../../../test/load-rows.ts';
import { whileLocked } from '../../../../test/locks.ts';

const { chats, contacts, messages } = api;

/** Own app: these tests add more chats and messages than others should have to read. */
let app: OpenApp;
beforeAll(async () => {
  app = await openApp({}, { isolated: true });
});
afterAll(() => app.end());

test('a page and a search for a common text may run one after the other', async () => {
  const ann = await app.owner();
  const { chatId } = await addAnsweredVisitor(app, ann);
  await loadRows(
    app,
    `INSERT INTO messages (widget_id, chat_id, seq, sender, type, body, created_at)
    SELECT ${ann.widgetId}, ${chatId}, 10 + s, 'client', 'text', 'zebra', now() FROM generate_series(1, 10000) AS s`,
  );
  for (const query of [{}, { q: 'zebra' }, {}, { q: 'zebra' }]) {
    const { status, data } = await ann.call(chats.list, { query });
    expect([status, data.data.length]).toEqual([200, 1]);
  }
});

test('a text found only in many old chats is listed in order', async () => {
  const ann = await app.owner();
  const ours = `widget_id = ${ann.widgetId}`;
  // Exceeds the limits of 20,000 chats and 10,000 candidates in newest.ts.
  await loadRows(
    app,
    `INSERT INTO chats (widget_id, channel, source, created_at)
     SELECT ${ann.widgetId}, 'service', '{"page":null,"referrer":null,"language":null}', now() - make_interval(secs => 40000 - i)
     FROM generate_series(1, 20600) AS i ORDER BY i`,
    `INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity)
     SELECT widget_id, id, created_at, created_at, 1 FROM chats WHERE ${ours}`,
    `WITH numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS number FROM chats WHERE ${ours})
     INSERT INTO messages (widget_id, chat_id, seq, sender, type, body, created_at)
     SELECT ${ann.widgetId}, id, seq, 'client', 'text', CASE WHEN number <= 525 THEN 'zebra' ELSE 'lion' END, now()
     FROM numbered, generate_series(1, 20) AS seq WHERE number <= 525 OR number % 20 = seq`,
    'ANALYZE chats, chat_heads, messages',
  );
  const wanted = await app.sql<{ chat_id: number }>(
    `SELECT DISTINCT chat_id::int FROM messages WHERE ${ours} AND body = 'zebra' ORDER BY 1 DESC LIMIT 40`,
  );
  const first = await ann.call(chats.list, { query: { q: 'zebra' } });
  const next = await ann.call(chats.list, { query: { q: 'zebra', cursor: first.data.next_cursor } });
  const found = [...first.data.data, ...next.data.data].map(({ id }) => id);
  expect(found).toEqual(wanted.map(({ chat_id }) => chat_id));
});

test('times of a chat never go back, however long a write waited for the lock', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { chatId: id } = await addAnsweredVisitor(app, ann);
  const later = app.clock.now.add({ minutes: 20 });
  const lock = `SELECT FROM chat_heads WHERE chat_id = ${id} FOR UPDATE`;
  const sent = await whileLocked(app, lock, async ({ client, untilWaited }) => {
    const sending = ann.call(messages.send, { params: { id }, body: { type: 'text', body: 'late' } });
    await untilWaited();
    await client.query(
      `UPDATE chat_heads SET updated_at = '${later}', last_message_at = '${later}',
        activity = floor(extract(epoch FROM timestamptz '${later}') / 600) WHERE chat_id = ${id}`,
    );
    await client.query('COMMIT');
    return sending;
  });
  expect(sent.status).toBe(202);
  const { data } = await ann.call(chats.read, { params: { id } });
  expect([data.updated_at, data.last_message_at].map((at) => Temporal.Instant.from(String(at)).equals(later))).toEqual([
    true,
    true,
  ]);
  expect((await ann.call(chats.list, { query: { updated_since: `${later}` } })).data.data).toHaveLength(1);
});

test('starting a chat with a contact erased meanwhile is 422 and names the field', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { data } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  const lock = `DELETE FROM contacts WHERE guid = '${data.id}'`;
  const started = await whileLocked(app, lock, async ({ client, untilWaited }) => {
    const starting = ann.call(chats.create, { body: { contact_id: data.id } });
    await untilWaited();
    await client.query('COMMIT');
    return starting;
  });
  expect(started.problem).toMatchObject({ status: 422, errors: { contact_id: expect.any(Array) } });
});

test('an unknown chat is 404, whichever agent_id is sent', async () => {
  const ann = await (await startApp()).owner();
  const body = { type: 'text', body: 'hi', agent_id: 987_654 };
  for (let round = 0; round < 5; round += 1) {
    expect((await ann.call(messages.send, { params: { id: 987_654 }, body })).status).toBe(404);
  }
});
