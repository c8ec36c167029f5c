import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../../../test/callers.ts';
import { environmentOn, runCommand } from '../../../../test/command-line.ts';
import { writesOf } from '../../../../test/committed-writes.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { english } from './scripts/en.ts';
import { russian } from './scripts/ru.ts';
import { tellStory } from './story.ts';

const PERIOD = { from: '2020-01-01', to: '2099-01-01' };

/** Rows of a widget by table, and of users who are sample colleagues. A timer writes how often tokens were used. */
async function countRows(app: TestApp, widgetId: number) {
  const tables = await app.sql<{ table_name: string }>(`
    SELECT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND column_name = 'widget_id' AND table_type = 'BASE TABLE'
      AND table_name NOT IN ('audit_log', 'statistics_progress', 'token_hours', 'unindexed_messages') ORDER BY 1`);
  const counts = tables.map(
    ({ table_name: name }) => `(SELECT count(*) FROM "${name}" WHERE widget_id = ${widgetId}) AS ${name}`,
  );
  const users = `(SELECT count(*) FROM users WHERE email LIKE 'sample-${widgetId}-%') AS users`;
  return (await app.sql(`SELECT ${[...counts, users].join()}`))[0];
}

test('sample data looks like three weeks of work, agrees with the statistics, and leaves without a trace', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const session = await signedIn(app, ann);
  await addChat(app, ann, 'a real message');
  const run = (...args: string[]) => runCommand(environmentOn(app.connection), ...args);
  const addUp = () => run('job', 'run', 'statistics.add_up', '--now', `${app.clock.now.add({ hours: 3 })}`);
  const figures = async () => ({
    stats: (await ann.call(api.stats.read, { query: PERIOD })).data,
    counts: (await ann.call(api.chats.counts)).data,
    people: (await ann.call(api.agents.list)).data.data.length,
    ratings: (await ann.call(api.ratings.list)).data.data.length,
  });
  await addUp();
  const [before, rows] = [await figures(), await countRows(app, ann.widgetId)];

  const written = await writesOf(app, async () => {
    const filled = await session(dashboard.sampleData.create, { body: { locale: 'en' } });
    expect(filled).toMatchObject({ status: 201, data: { is_offered: false, contacts: 126 } });
  });
  for (const table of ['events', 'deliveries', 'graphile_worker._private_jobs'])
    expect(written).not.toHaveProperty([table]);
  expect(await session(dashboard.sampleData.create, { body: { locale: 'ru' } })).toMatchObject({
    status: 409,
    problem: { reason: 'sample_data_exists' },
  });
  const { stats, counts, people, ratings } = await figures();
  expect(stats.chats_total).toBe((before.stats.chats_total ?? 0) + 126);
  const [said] = await app.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM messages WHERE widget_id = ${ann.widgetId} AND NOT private`,
  );
  expect(stats.messages_total).toBe(said?.count);
  expect({ people, isRated: ratings > 15 }).toEqual({ people: 3, isRated: true });
  for (const [name, least] of [
    ['snoozed', 1],
    ['spam', 1],
    ['done', 80],
    ['open', 5],
  ] as const) {
    expect(counts[name]).toBeGreaterThanOrEqual(least);
  }
  expect((await ann.call(api.agents.readSeats)).data).toMatchObject({ used: 1 });

  await addUp();
  expect((await figures()).stats).toEqual(stats);
  expect((await session(dashboard.sampleData.remove)).status).toBe(204);
  expect([await figures(), await countRows(app, ann.widgetId)]).toEqual([before, rows]);
  await addUp();
  expect(await figures()).toEqual(before);
});

test('what a visitor wrote meanwhile survives, even in a chat of a sample colleague', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const session = await signedIn(app, ann);
  await session(dashboard.sampleData.create, { body: { locale: 'en' } });
  const colleague = (await ann.call(api.agents.list)).data.data.find(({ id }) => id !== ann.agentId)?.id ?? 0;
  const { params, read } = await addChat(app, ann, 'a real question');
  const reply = { agent_id: colleague, type: 'text', body: 'a real reply' } as const;
  await ann.call(api.messages.send, { params, body: reply });
  await session(api.messages.addNote, { params, body: { body: 'look', mentions: [colleague] } });
  expect(await read()).toMatchObject({ agent_id: colleague });

  expect((await session(dashboard.sampleData.remove)).status).toBe(204);
  expect(await read()).toMatchObject({ agent_id: null });
  const { data: said } = (await ann.call(api.messages.list, { params })).data;
  expect(said.map(({ body, agent_id }) => [body, agent_id])).toEqual(
    expect.arrayContaining([
      ['a real reply', ann.agentId],
      ['a real question', null],
    ]),
  );
  expect((await ann.call(api.contacts.list)).data.data).toHaveLength(1);
});

test('people write by day and on workdays, in the time zone of the account', async () => {
  for (const timeZone of ['Asia/Vladivostok', 'America/New_York']) {
    const now = Temporal.Instant.from('2026-11-18T09:00:00Z');
    const story = tellStory({ language: english, agentIds: [1, 2], now, timeZone });
    const starts = story.map(({ messages }) => messages[0]?.at ?? now).slice(0, -12);
    const local = starts.map((at) => at.toZonedDateTimeISO(timeZone));
    expect(local.filter(({ hour }) => hour >= 1 && hour < 6)).toEqual([]);
    const weekend = local.filter(({ dayOfWeek }) => dayOfWeek > 5).length;
    expect(weekend).toBeLessThan(starts.length / 4);
    expect(new Set(local.map(({ day, month }) => `${month}-${day}`)).size).toBeGreaterThan(16);
    const all = story.flatMap(({ messages }) => messages.map(({ at }) => at.epochMilliseconds));
    expect(Math.max(...all)).toBeLessThanOrEqual(now.epochMilliseconds);
  }
});

test('the command line fills and removes, in both languages and the same way each time', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const run = (...args: string[]) => runCommand(environmentOn(app.connection), ...args);
  const namesOf = async ({ call }: typeof ann) =>
    (await call(api.contacts.list, { query: { limit: 100 } })).data.data.map(({ name }) => name);
  for (const { widgetId } of [ann, bob]) {
    const filled = await run('demo', 'seed', '--widget', `${widgetId}`, '--language', 'ru');
    expect(filled.lines).toEqual([{ widget_id: widgetId, chats: 126, contacts: 126, agents: 2 }]);
  }
  expect(await namesOf(ann)).toEqual(await namesOf(bob));
  expect((await namesOf(ann)).join()).toMatch(/[А-Я]/);
  expect(await run('demo', 'seed', '--widget', `${ann.widgetId}`)).toMatchObject({ code: 1, lines: [] });
  expect((await run('demo', 'remove', '--widget', `${ann.widgetId}`)).lines).toMatchObject([{ contacts: 126 }]);
  expect(await namesOf(ann)).toEqual([]);
  expect(await namesOf(bob)).toHaveLength(100);
  expect((await run('demo', 'seed', '--widget', '1', '--language', 'de')).code).toBe(2);
});

test('both languages have as many conversations', () => {
  expect(russian.conversations.length).toBe(english.conversations.length);
});
