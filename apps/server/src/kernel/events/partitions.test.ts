import { Client } from 'pg';
import { expect, test } from 'vitest';
import { environmentOn, runCommand } from '../../../test/command-line.ts';
import { freshDatabase, startDatabase } from '../../../test/databases.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';

type Database = Pick<TestApp, 'sql'>;

const dayOf = (now: Temporal.Instant) => now.toZonedDateTimeISO('UTC').toPlainDate();

async function partitionsOf({ sql }: Database) {
  const rows = await sql<{ name: string }>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
     WHERE inhparent = 'events'::regclass ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
}

const named = (first: Temporal.PlainDate, count: number) =>
  Array.from({ length: count }, (_, each) => `events_${first.add({ days: each }).toString().replaceAll('-', '')}`);

/** Inserts an event of that day and returns the partition it is stored in. */
async function insertAt({ sql }: Database, day: Temporal.PlainDate, type = 'client.created') {
  const [row] = await sql<{ place: string }>(
    `INSERT INTO events (account_id, widget_id, type, data, created_at)
     VALUES (1, 1, '${type}', '{}', '${day}T12:00Z') RETURNING tableoid::regclass::text AS place`,
  );
  return row?.place;
}

const typesIn = async ({ sql }: Database) =>
  (await sql<{ type: string }>('SELECT type FROM events ORDER BY type')).map(({ type }) => type);

const today = () => dayOf(Temporal.Now.instant());

const maintain = (env: Record<string, string>, day: Temporal.PlainDate) =>
  runCommand(env, 'job', 'run', 'events.partition', '--now', `${day}T10:00Z`);

test('a start creates partitions for today and the next seven days, and a second start adds none', async () => {
  const app = await startApp({}, { background: true });
  const expected = [...named(dayOf(app.clock.now), 8), 'events_default'];
  expect(await partitionsOf(app)).toEqual(expected);
  await startApp({}, { background: true, connection: app.connection });
  expect(await partitionsOf(app)).toEqual(expected);
});

test('nodes that start concurrently create each partition once', async () => {
  const connection = await freshDatabase();
  const nodes = await Promise.all([1, 2, 3].map(() => startApp({}, { background: true, connection })));
  for (const node of nodes) expect(await partitionsOf(node)).toHaveLength(9);
});

test('an event is stored in the partition of its day', async () => {
  const database = await startDatabase();
  await maintain(environmentOn(database.connection), today());
  const tomorrow = today().add({ days: 1 });
  expect(await insertAt(database, tomorrow)).toBe(named(tomorrow, 1)[0]);
});

test('partitions older than thirty days are dropped, and younger ones are kept', async () => {
  const database = await startDatabase();
  const env = environmentOn(database.connection);
  const first = today();
  await maintain(env, first);
  for (const days of [0, 3, 4, 7]) await insertAt(database, first.add({ days }), `day ${days}`);
  const later = first.add({ days: 34 });
  expect(await maintain(env, later)).toMatchObject({ code: 0, lines: [{ job: 'events.partition' }] });
  expect(await partitionsOf(database)).toEqual([
    ...named(first.add({ days: 4 }), 4),
    ...named(later, 8),
    'events_default',
  ]);
  expect(await typesIn(database)).toEqual(['day 4', 'day 7']);
  expect(await maintain(env, first.add({ days: 40 }))).toMatchObject({ code: 0 });
  expect(await typesIn(database)).toEqual([]);
});

test('an event of a day without a partition stays in the default partition for thirty days', async () => {
  const database = await startDatabase();
  const first = today();
  const [old, far] = [first.subtract({ days: 5 }), first.add({ days: 20 })];
  expect(await insertAt(database, old, 'old')).toBe('events_default');
  expect(await insertAt(database, far, 'far')).toBe('events_default');
  const env = environmentOn(database.connection);
  expect(await maintain(env, first)).toMatchObject({ code: 0 });
  expect(await typesIn(database)).toEqual(['far', 'old']);
  // The day of the far event is now within the next seven, but its rows are already in the default partition.
  expect(await maintain(env, first.add({ days: 15 }))).toMatchObject({ code: 0, stderr: '' });
  expect(await insertAt(database, far, 'beside')).toBe('events_default');
  expect(await typesIn(database)).toEqual(['beside', 'far', 'old']);
  expect(await maintain(env, first.add({ days: 26 }))).toMatchObject({ code: 0 });
  expect(await typesIn(database)).toEqual(['beside', 'far']);
});

test('events in the default partition are numbered like any other', async () => {
  const app = await startApp({}, { background: true });
  const first = dayOf(app.clock.now);
  await insertAt(app, first.add({ days: 100 }));
  await insertAt(app, first);
  const areNumbered = async () => (await app.sql('SELECT FROM events WHERE number IS NULL')).length === 0;
  await until(areNumbered, 'both have numbers', 5_000);
  expect(await app.sql('SELECT number::int FROM events ORDER BY number')).toEqual([{ number: 1 }, { number: 2 }]);
});

test('partition maintenance gives way to readers, and no write waits for it', async () => {
  const database = await startDatabase();
  const env = environmentOn(database.connection);
  const reader = new Client({ connectionString: database.connection });
  await reader.connect();
  await reader.query('BEGIN; SELECT count(*) FROM events');
  const first = today();
  expect((await maintain(env, first)).code).toBe(0);
  expect(await insertAt(database, first)).toBe('events_default');
  await reader.query('COMMIT');
  await reader.end();
  expect((await maintain(env, first.add({ days: 1 }))).code).toBe(0);
  expect(await partitionsOf(database)).toContain(named(first.add({ days: 1 }), 1)[0]);
});
