import { expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { loadRows } from '../../../../test/load-rows.ts';
import { whileLocked } from '../../../../test/locks.ts';
import { startScenario } from '../../../../test/scenario.ts';
import { until } from '../../../../test/until.ts';

type Shop = Awaited<ReturnType<typeof startScenario>>;

/** All statistics of some days, with partial hours at both ends. */
async function readAll({ stats, channels, series, agents }: Shop) {
  const query = { from: '2026-03-09T09:20', to: '2026-03-19T20:40' };
  return [await stats(query), await channels(query), await series(query), await agents(query)];
}

const progressOf = async ({ app, ann }: Shop) => {
  const ours = `widget_id = ${ann.widgetId}`;
  const [rest] = await app.sql<{ count: number }>(
    `SELECT count(*)::int FROM chat_facts WHERE ${ours} AND NOT is_added`,
  );
  const [until] = await app.sql<{ until: string }>(
    `SELECT to_char(messages_until AT TIME ZONE 'Europe/Moscow', 'DD HH24:MI') AS until FROM statistics_progress WHERE ${ours}`,
  );
  return { rest: rest?.count, until: until?.until };
};

const add = (app: TestApp) => app.run('statistics.add_up');

/** Facts and messages of several hours, some of them already aggregated. */
async function startMidway(options: { isolated?: boolean } = {}) {
  const shop = await startScenario('2026-03-10T10:15+03:00', options);
  const early = await shop.talk();
  shop.set('2026-03-10T12:15+03:00');
  await shop.talk();
  shop.set('2026-03-10T12:30+03:00');
  await add(shop.app);
  shop.set('2026-03-10T12:40+03:00');
  await shop.answer(early);
  shop.set('2026-03-10T14:30+03:00');
  return shop;
}

test('a job killed between two steps has done the first, and the next run does the rest', async () => {
  const shop = await startMidway({ isolated: true });
  const before = await readAll(shop);
  expect(await progressOf(shop)).toEqual({ rest: 2, until: '10 12:00' });
  await whileLocked(
    shop.app,
    `SELECT FROM channel_hours WHERE hour = '2026-03-10T12:00+03:00' FOR UPDATE`,
    async ({ untilWaited }) => {
      const failed = expect(add(shop.app)).rejects.toThrow();
      await untilWaited();
      await shop.app.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      await failed;
    },
  );
  expect(await progressOf(shop)).toEqual({ rest: 0, until: '10 12:00' });
  expect(await readAll(shop)).toEqual(before);
  await add(shop.app);
  expect(await progressOf(shop)).toEqual({ rest: 0, until: '10 14:00' });
  expect(await readAll(shop)).toEqual(before);
});

const listWaiting = ({ sql }: TestApp) =>
  sql(`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);

test('concurrent and repeated runs aggregate everything once', async () => {
  const shop = await startMidway();
  const other = await startApp({}, { connection: shop.app.connection });
  other.clock.now = shop.app.clock.now;
  const before = await readAll(shop);
  const hour = `SELECT FROM channel_hours WHERE widget_id = ${shop.ann.widgetId} AND hour = '2026-03-10T10:00+03:00' FOR UPDATE`;
  await whileLocked(shop.app, hour, async ({ client }) => {
    const running = Promise.all([add(shop.app), add(other)]);
    await until(async () => (await listWaiting(shop.app)).length === 2, 'both wait, one for the other');
    await client.query('COMMIT');
    await running;
  });
  expect(await readAll(shop)).toEqual(before);
  await add(other);
  expect(await readAll(shop)).toEqual(before);
});

test('messages are aggregated ten minutes after their hour ends, late ones included', async () => {
  const shop = await startScenario('2026-03-10T12:59:59+03:00');
  const chat = await shop.talk();
  shop.set('2026-03-10T13:09:59+03:00');
  await add(shop.app);
  expect(await progressOf(shop)).toEqual({ rest: 0, until: '10 12:00' });
  shop.set('2026-03-10T12:59:59.500+03:00');
  await shop.answer(chat);
  shop.set('2026-03-10T13:10+03:00');
  await add(shop.app);
  expect(await progressOf(shop)).toEqual({ rest: 0, until: '10 13:00' });
  expect(await shop.stats()).toMatchObject({ messages_total: 2 });
});

test('a clock set back aggregates nothing twice', async () => {
  const shop = await startMidway();
  const before = await readAll(shop);
  await add(shop.app);
  shop.set('2026-03-10T11:30+03:00');
  await add(shop.app);
  shop.set('2026-03-10T14:30+03:00');
  await add(shop.app);
  expect(await readAll(shop)).toEqual(before);
});

test('a long history is aggregated in transactions of bounded size', async () => {
  const shop = await startScenario('2026-03-19T12:00+03:00', { isolated: true });
  const { app, ann } = shop;
  // A batch is 5,000 facts or 20,000 messages.
  await loadHistory(app, ann, { chats: 5_500, messages: 4 });
  const before = await readAll(shop);
  expect(before[0]).toMatchObject({ chats_total: 5_500, messages_total: 22_000 });
  await add(app);
  expect(await progressOf(shop)).toEqual({ rest: 0, until: '19 11:00' });
  expect(await readAll(shop)).toEqual(before);
  const [largest] = await app.sql<{ facts: number }>(
    'SELECT max(count)::int AS facts FROM (SELECT count(*) FROM chat_facts GROUP BY xmin::text) AS each',
  );
  expect(largest?.facts).toBe(5_000);
  const [hours] = await app.sql<{ transactions: number }>(
    'SELECT count(DISTINCT xmin::text)::int AS transactions FROM channel_hours WHERE messages > 0',
  );
  expect(hours?.transactions).toBeGreaterThan(1);
});

/** Chats and messages of nine consecutive days. */
async function loadHistory(
  app: TestApp,
  { widgetId, agentId }: Shop['ann'],
  { chats, messages }: { chats: number; messages: number },
) {
  const begun = `'2026-03-10T09:30+03:00'::timestamptz + i * interval '9 days' / ${chats}`;
  await app.sql(`
    INSERT INTO chats (widget_id, channel, source, created_at, agent_id, accepted_by, accepted_type)
    SELECT ${widgetId}, 'service', '{"page": null, "referrer": null, "language": null}', ${begun}, ${agentId}, ${agentId}, 'human'
    FROM generate_series(0, ${chats - 1}) AS i`);
  await loadRows(
    app,
    `INSERT INTO messages (widget_id, chat_id, seq, sender, agent_id, type, body, created_at)
     SELECT widget_id, id, s, 'agent', ${agentId}, 'text', 'hi', created_at + s * interval '1 second'
     FROM chats, generate_series(1, ${messages}) AS s`,
  );
}

test('an erased contact stays in past statistics, except for their ratings', async () => {
  const shop = await startScenario('2026-03-10T10:15+03:00');
  const { app, set, talk, answer, rate, erase, stats, series, agents } = shop;
  const chat = await talk();
  await answer(chat);
  await rate(chat, 5);
  set('2026-03-10T11:10+03:00');
  await add(app);
  const whole = { from: '2026-03-10', to: '2026-03-11' };
  const read = async () => {
    const { rating_average, ...totals } = await stats(whole);
    const [row] = (await agents({ ...whole, metric: 'chats_total,chats_accepted,messages_total' })).data;
    return { rating_average, kept: [totals, await series(whole), row] };
  };
  const before = await read();
  expect(before.kept[0]).toMatchObject({ chats_total: 1, chats_accepted: 1, messages_total: 2 });
  await erase(chat);
  expect(await read()).toEqual({ ...before, rating_average: null });
});

test('merged chats count as one, answered at the earlier of both times', async () => {
  const shop = await startScenario('2026-03-10T10:00+03:00');
  const { app, set, talk, answer, merge, stats } = shop;
  const early = await talk();
  set('2026-03-10T10:00:30+03:00');
  await answer(early);
  set('2026-03-12T10:00+03:00');
  const late = await talk();
  set('2026-03-12T10:05+03:00');
  await answer(late);
  await add(app);
  const read = (day: string) =>
    stats({
      from: day,
      to: `${day}T23:00`,
      metric: 'chats_total,avg_response_time_seconds,avg_first_response_seconds',
    });
  expect(await read('2026-03-12')).toMatchObject({ chats_total: 1, avg_response_time_seconds: 300 });
  await merge(late, early);
  const joined = async () => [await read('2026-03-10'), await read('2026-03-12')];
  const expected = [
    { chats_total: 0, avg_response_time_seconds: null, avg_first_response_seconds: null },
    // Before the remaining chat began, so the response took no time.
    { chats_total: 1, avg_response_time_seconds: 0, avg_first_response_seconds: 30 },
  ];
  expect(await joined()).toMatchObject(expected);
  set('2026-03-12T12:00+03:00');
  await add(app);
  expect(await joined()).toMatchObject(expected);
});

test('an unanswered chat merged into another is answered by the first reply after it in the other', async () => {
  const { set, talk, answer, merge, stats } = await startScenario('2026-03-10T10:00+03:00');
  const kept = await talk();
  set('2026-03-10T10:01+03:00');
  const other = await talk();
  set('2026-03-10T10:03+03:00');
  await answer(other);
  await merge(kept, other);
  set('2026-03-10T11:00+03:00');
  const metric = 'chats_total,chats_missed,avg_response_time_seconds,avg_first_response_seconds';
  expect(await stats({ metric })).toMatchObject({
    chats_total: 1,
    chats_missed: 0,
    avg_response_time_seconds: 180,
    avg_first_response_seconds: 180,
  });
});
