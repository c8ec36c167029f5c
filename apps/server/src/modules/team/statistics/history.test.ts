import { readFile } from 'node:fs/promises';
import { api, type Output } from '@parley/contract';
import { expect, test } from 'vitest';
import type { Call } from '../../../../test/call.ts';
import { withToken } from '../../../../test/callers.ts';
import type { TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent } from '../../../../test/people.ts';
import {
  type Rows,
  readRows,
  recountAgent,
  recountAgents,
  recountChannels,
  recountHours,
  recountRatings,
  recountSeries,
  recountTotals,
  recountTrend,
  type Span,
} from '../../../../test/recount.ts';
import { startScenario, type TestChat } from '../../../../test/scenario.ts';

/** A seeded generator of numbers in [0, 1). */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** Between seconds and most of a day later; now and then exactly midnight in Moscow. */
function nextMoment(now: Temporal.Instant, random: () => number) {
  const pace = random();
  if (pace < 0.06) {
    const today = now.toZonedDateTimeISO('Europe/Moscow').startOfDay();
    return today.add({ days: 1 }).startOfDay().toInstant();
  }
  const most = pace < 0.5 ? 600 * SECOND : pace < 0.9 ? 3 * HOUR : 18 * HOUR;
  return now.add({ milliseconds: 1 + Math.floor(random() * most) });
}

const STEPS = 220;

/** Some weeks around the end of a month, with everything that counts. */
async function startHistory(seed: number, options: { isolated?: boolean } = {}) {
  const shop = await startScenario('2026-02-18T09:30+03:00', options);
  const { app, ann, talk, answer, answerAsAi, rate, transfer, merge } = shop;
  const random = randomFrom(seed);
  const any = <T>(list: T[]) => list[Math.floor(random() * list.length)] as T;
  const people = [ann.agentId];
  for (let count = 0; count < 3; count += 1) people.push((await addAgent(app, ann, 'operator')).agentId);
  const robot = await shop.ai();
  const channel = (await ann.call(api.channels.create, { body: { name: 'Shop app' } })).data;
  const rooms = [await shop.room()];
  const call = await withToken(app, ann);
  let talks: TestChat[] = [await talk(), await talk()];

  const actions: [number, () => Promise<unknown>][] = [
    [5, async () => talks.push(await talk())],
    [4, () => any(talks).visitor.write('and one more thing')],
    [6, () => answer(any(talks), any(people))],
    [3, () => answerAsAi(any(talks), robot)],
    [3, () => transfer(any(talks), any(people))],
    [4, () => rate(any(talks), 1 + Math.floor(random() * 5))],
    [1, () => ann.call(api.messages.addNote, { params: { id: any(talks).id }, body: { body: 'remember' } })],
    [1, async () => rooms.push(await shop.room())],
    [2, () => writeInInternalChat(app, ann, { room: any(rooms), agent: any(people) })],
    [2, () => call(api.channels.sendMessage, { params: { id: channel.id }, body: inbound(Math.floor(random() * 6)) })],
    [
      1,
      async () => {
        const [kept, other] = [any(talks), any(talks)];
        if (kept === other) return;
        await merge(kept, other);
        talks = talks.filter((each) => each !== other);
      },
    ],
  ];
  const weighted = actions.flatMap(([weight, act]) => Array.from({ length: weight }, () => act));
  return {
    ...shop,
    random,
    live: async (steps: number) => {
      for (let step = 0; step < steps; step += 1) {
        app.clock.now = nextMoment(app.clock.now, random);
        await any(weighted)();
      }
    },
  };
}

const inbound = (who: number) => ({ external_client_id: `c${who}`, external_channel_id: `r${who}`, message: 'hello' });

async function writeInInternalChat(
  { sql, clock }: TestApp,
  { widgetId }: Owner,
  { room, agent }: Record<'room' | 'agent', number>,
) {
  await sql(`
    INSERT INTO messages (widget_id, chat_id, seq, sender, agent_id, type, body, created_at)
    SELECT widget_id, chat_id, last_seq + 1, 'agent', ${agent}, 'text', 'lunch?', '${clock.now}'
    FROM chat_heads WHERE widget_id = ${widgetId} AND chat_id = ${room};
    UPDATE chat_heads SET last_seq = last_seq + 1, version = version + 1 WHERE widget_id = ${widgetId} AND chat_id = ${room}`);
}

/** Windows of every length, starting and ending anywhere: on hours, midnights and events. */
function windowsOf(
  { chats, messages }: Rows,
  { random, count, until }: { random: () => number; count: number; until: number },
) {
  const moments = [...chats, ...messages].map(({ at }) => at);
  const first = Math.min(...moments) - HOUR;
  const moment = () => {
    const at = Math.floor(first + random() * (until - first));
    const kind = random();
    if (kind < 0.25) return Math.floor(at / HOUR) * HOUR;
    if (kind < 0.45) return Math.floor((at + 3 * HOUR) / (24 * HOUR)) * 24 * HOUR - 3 * HOUR;
    if (kind < 0.65) return moments[Math.floor(random() * moments.length)] as number;
    return at;
  };
  const spans: Span[] = [{ from: first, to: until }];
  while (spans.length < count) {
    const [from, to] = [moment(), moment()].toSorted((a, b) => a - b) as [number, number];
    const length = random();
    // Within an hour, too.
    if (length < 0.2) spans.push({ from, to: from + 1 + Math.floor(random() * HOUR) });
    else if (from < to) spans.push({ from, to });
  }
  return spans;
}

const iso = (at: number) => new Date(at).toISOString();
const at = (text: string) => Date.parse(text);

/** The hours of the week in which something happened. */
const busyHours = (hours: Output<typeof api.stats.hours>['data']) =>
  Object.fromEntries(
    hours
      .filter(({ chats_total, messages_total }) => chats_total || messages_total)
      .map(({ weekday, hour, ...counts }) => [`${weekday} ${hour}`, counts]),
  );

type Interval = 'day' | 'week' | 'month';

async function compareReports(call: Call, { rows, span, interval }: { rows: Rows; span: Span; interval: Interval }) {
  const query = { from: iso(span.from), to: iso(span.to) };
  const trend = (await call(api.stats.trend, { query: { ...query, interval } })).data;
  const points = trend.data.map((bucket) => ({ ...bucket, from: at(bucket.from), to: at(bucket.to) }));
  expect(points, `${interval} ${JSON.stringify(query)}`).toEqual(recountTrend(rows, span, interval));
  const hours = (await call(api.stats.hours, { query })).data.data;
  expect(busyHours(hours), JSON.stringify(query)).toEqual(recountHours(rows, span));
  const { from: _, to: __, ...ratings } = (await call(api.stats.ratings, { query })).data;
  expect(ratings, JSON.stringify(query)).toEqual(recountRatings(rows, span));
}

/** Every route over every window matches the rows. */
async function compare(app: TestApp, owner: Owner, { rows, spans }: { rows: Rows; spans: Span[] }) {
  const call = await withToken(app, owner);
  const metrics = Object.keys(recountTotals(rows, { from: 0, to: 1 })).join();
  for (const [index, span] of spans.entries()) {
    const query = { from: iso(span.from), to: iso(span.to) };
    const { from, to, ...totals } = (await call(api.stats.read, { query: { ...query, metric: metrics } })).data;
    expect({ from: at(from), to: at(to) }).toEqual(span);
    expect(totals, JSON.stringify(query)).toEqual(recountTotals(rows, span));
    const channels = (await call(api.stats.channels, { query })).data;
    expect(channels.data, JSON.stringify(query)).toEqual(recountChannels(rows, span));
    const interval = (['day', 'week', 'month'] as const)[index % 3] ?? 'day';
    const series = (await call(api.stats.timeseries, { query: { ...query, interval } })).data;
    const buckets = series.data.map((bucket) => ({ ...bucket, from: at(bucket.from), to: at(bucket.to) }));
    expect(buckets, `${interval} ${JSON.stringify(query)}`).toEqual(recountSeries(rows, span, interval));
    if (index % 2 === 0) await compareReports(call, { rows, span, interval });
    const agents = (await call(api.stats.agents, { query })).data.data.map(
      ({ name: _name, type: _type, ...row }) => row,
    );
    expect(agents, JSON.stringify(query)).toEqual(recountAgents(rows, span));
    const agent = rows.agents[index % rows.agents.length] as Rows['agents'][number];
    const one = (await call(api.stats.agent, { params: { id: agent.id }, query })).data;
    expect(one, JSON.stringify(query)).toMatchObject(recountAgent(rows, span, agent));
  }
}

test.each([1, 2])(
  'every figure matches the rows, whatever happened and however much is aggregated (%i)',
  async (seed) => {
    const { app, ann, random, live } = await startHistory(seed);
    const check = async () => {
      const rows = await readRows(app, ann.widgetId);
      const until = app.clock.now.epochMilliseconds + HOUR;
      await compare(app, ann, { rows, spans: windowsOf(rows, { random, count: 20, until }) });
    };
    await live(STEPS / 2);
    await check();
    await app.run('statistics.add_up');
    await check();
    await live(STEPS / 2);
    await app.sql(`UPDATE agents SET status = 'banned' WHERE id = (
      SELECT max(id) FROM agents WHERE widget_id = ${ann.widgetId} AND type = 'human')`);
    await check();
    // The last hours have not ended.
    await app.run('statistics.add_up');
    await check();
    await live(20);
    app.clock.now = app.clock.now.add({ hours: 30 });
    await app.run('statistics.add_up');
    await check();
    // Everything that counts has happened.
    const all = recountTotals(await readRows(app, ann.widgetId), { from: 0, to: Number.MAX_SAFE_INTEGER });
    expect(Object.values(all)).not.toContain(0);
    const rest = await app.sql<{ count: number }>(
      `SELECT count(*)::int FROM chat_facts WHERE widget_id = ${ann.widgetId} AND NOT is_added`,
    );
    expect(rest).toEqual([{ count: 0 }]);
  },
);

/** The migration that backfilled facts of existing chats. */
async function listBackfill() {
  const migration = await readFile(new URL('../../../../migrations/0009_team.sql', import.meta.url), 'utf8');
  const statements = migration.split('--> statement-breakpoint').map((statement) => statement.trim());
  return statements.filter((statement) => /^(UPDATE "chats"|SELECT "add_chat_fact")/.test(statement));
}

test('chats from before statistics existed count as if there always had been statistics', async () => {
  const { app, ann, random, live } = await startHistory(3, { isolated: true });
  await live(STEPS / 2);
  await app.sql(`
    ALTER TABLE chats DISABLE TRIGGER chats_changed;
    UPDATE chats SET first_client_at = NULL, responded_at = NULL;
    TRUNCATE chat_facts`);
  const backfill = await listBackfill();
  expect(backfill).toHaveLength(3);
  for (const statement of backfill) await app.sql(statement);
  const rows = await readRows(app, ann.widgetId);
  const all = recountTotals(rows, { from: 0, to: Number.MAX_SAFE_INTEGER });
  expect(Object.values(all)).not.toContain(0);
  const until = app.clock.now.epochMilliseconds + HOUR;
  await compare(app, ann, { rows, spans: windowsOf(rows, { random, count: 10, until }) });
  await app.run('statistics.add_up');
  await compare(app, ann, { rows, spans: windowsOf(rows, { random, count: 10, until }) });
});
