import { api, events } from '@parley/contract';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { environmentOn, runCommand } from '../../../test/command-line.ts';
import { startDatabase } from '../../../test/databases.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import type { Owner } from '../../../test/owners.ts';
import { until } from '../../../test/until.ts';

interface Row {
  id: number;
  number: number | null;
  account_id: number;
  widget_id: number;
  type: string;
  data: Record<string, unknown>;
  created_at: Date;
}

type Database = Pick<TestApp, 'connection' | 'sql'>;

const rowsOf = ({ sql }: Database, condition = 'true') =>
  sql<Row>(
    `SELECT id::int, number::int, account_id::int, widget_id::int, type, data, created_at FROM events
     WHERE ${condition} ORDER BY id`,
  );

const eventsOf = (app: TestApp, { accountId }: Owner) => rowsOf(app, `account_id = ${accountId}`);

const tenantOf = ({ accountId, widgetId, buttonGuid }: Owner) => ({ accountId, widgetId, buttonGuid });

const clientData = { contact_id: 'a'.repeat(32), client_id: 5, source: 'api' };

test('a write stores its events in order, with ids, widget and time but no personal data', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const body = { name: 'Carl Secret', email: 'carl@secret.test', attributes: { note: 'secret' } };
  const { data: contact } = await ann.call(api.contacts.create, { body });
  const rows = await eventsOf(app, ann);
  expect(rows.map(({ type }) => type)).toEqual(['client.created', 'visitor.lead']);
  for (const row of rows) {
    expect(row).toMatchObject({ number: null, account_id: ann.accountId, widget_id: ann.widgetId });
    expect(row.created_at.getTime()).toBe(app.clock.now.epochMilliseconds);
    expect(row.data).toEqual({
      button_guid: ann.buttonGuid,
      contact_id: contact.id,
      client_id: expect.any(Number),
      source: 'api',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
    });
    expect(Temporal.Instant.from(String(row.data.at)).equals(app.clock.now)).toBe(true);
  }
  expect(JSON.stringify(rows)).not.toMatch(/secret/i);
});

test('an event always carries the widget and the time of its write', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const forged = { ...clientData, button_guid: bob.buttonGuid, at: '2001-01-01T00:00:00.000+00:00' };
  await app.unitOfWork.write({ tenant: tenantOf(ann) }, async ({ emit }) => emit(events.clientCreated, forged));
  const rows = [...(await eventsOf(app, ann)), ...(await eventsOf(app, bob))];
  expect(rows).toHaveLength(1);
  expect(rows[0]?.data).toMatchObject({ button_guid: ann.buttonGuid, at: expect.not.stringContaining('2001') });
});

test('a write that fails stores no event, whether in its handler or at commit', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const write = app.unitOfWork.write({ tenant: tenantOf(ann) }, async ({ emit }) => {
    emit(events.clientCreated, clientData);
    throw new Error('no');
  });
  await expect(write).rejects.toThrow('no');
  const late = app.unitOfWork.write({ tenant: tenantOf(ann) }, async ({ emit, sql }) => {
    emit(events.clientCreated, clientData);
    await sql`CREATE TABLE twice (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)`;
    await sql`INSERT INTO twice VALUES (1), (1)`;
  });
  await expect(late).rejects.toThrow();
  expect(await ann.call(api.contacts.create, { body: {} })).toMatchObject({ status: 422 });
  expect(await eventsOf(app, ann)).toEqual([]);
});

test('emitting an event outside a widget fails, and the write is rolled back', async () => {
  const app = await startApp();
  const write = app.unitOfWork.write({}, async ({ emit, sql }) => {
    await sql`CREATE TABLE traces ()`;
    emit(events.clientCreated, clientData);
  });
  await expect(write).rejects.toThrow('client.created was emitted outside of a widget');
  expect(await app.sql(`SELECT to_regclass('traces') AS found`)).toEqual([{ found: null }]);
});

async function openClient({ connection }: Database) {
  const client = new Client({ connectionString: connection });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const INSERT = `INSERT INTO events (account_id, widget_id, type, data, created_at)
  VALUES (1, 1, 'client.created', '{}', now()) RETURNING id::int`;
const NUMBER = 'SELECT number_events(1000) AS count';

test('events are numbered in commit order, without gaps', async () => {
  const database = await startDatabase();
  const [slow, quick, third] = [await openClient(database), await openClient(database), await openClient(database)];
  const begin = async (client: Client) => {
    await client.query('BEGIN');
    return (await client.query(INSERT)).rows[0].id as number;
  };
  const ids = { slow: await begin(slow), quick: await begin(quick), third: await begin(third) };
  expect(ids.slow).toBeLessThan(ids.quick);
  await quick.query('COMMIT');
  expect(await database.sql(NUMBER)).toEqual([{ count: 1 }]);
  expect(await database.sql(NUMBER)).toEqual([{ count: 0 }]);
  await slow.query('COMMIT');
  await third.query('ROLLBACK');
  expect(await database.sql(NUMBER)).toEqual([{ count: 1 }]);
  const numbers = Object.fromEntries((await rowsOf(database)).map(({ id, number }) => [id, number]));
  expect(numbers).toEqual({ [ids.quick]: 1, [ids.slow]: 2 });
});

test('numbering waits for a concurrent numbering, so numbers become visible in order', async () => {
  const database = await startDatabase();
  const [first, second] = [await openClient(database), await openClient(database)];
  await first.query(INSERT);
  await first.query('BEGIN');
  await first.query(NUMBER);
  await second.query(INSERT);
  const waiting = second.query(NUMBER);
  const waiters = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;
  const isWaiting = async () => (await database.sql(waiters)).length > 0;
  await until(isWaiting, 'the second waits');
  expect((await rowsOf(database)).map(({ number }) => number)).toEqual([null, null]);
  await first.query('COMMIT');
  expect((await waiting).rows).toEqual([{ count: 1 }]);
  expect((await rowsOf(database)).map(({ number }) => number)).toEqual([1, 2]);
});

test('a large batch of events is numbered in id order across partitions', async () => {
  const database = await startDatabase();
  await runCommand(environmentOn(database.connection), 'job', 'run', 'events.partition');
  await database.sql(`INSERT INTO events (account_id, widget_id, type, data, created_at)
    SELECT 1, 1, 'client.created', '{}', now() + (each % 3) * interval '1 day' FROM generate_series(1, 3000) AS each`);
  await database.sql('ANALYZE events');
  for (const count of [1000, 1000, 1000, 0]) expect(await database.sql(NUMBER)).toEqual([{ count }]);
  const rows = await rowsOf(database);
  expect(rows.filter(({ number }, each) => number !== each + 1)).toHaveLength(0);
});

test('two nodes together number every event once, within five seconds', async () => {
  const app = await startApp({}, { background: true });
  const node = await startApp({}, { background: true, connection: app.connection });
  const owners = [await app.owner(), await node.owner()];
  const writes = Array.from({ length: 40 }, (_, each) =>
    owners[each % 2]?.call(api.contacts.create, { body: { name: `Carl ${each}` } }),
  );
  for (const answer of await Promise.all(writes)) expect(answer?.status).toBe(201);
  const areNumbered = async () => (await rowsOf(app)).every(({ number }) => number !== null);
  await until(areNumbered, 'all events have numbers', 5_000);
  const numbers = (await rowsOf(app)).map(({ number }) => number ?? 0);
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 80 }, (_, each) => each + 1));
});

test('events that one node left unnumbered are numbered by another', async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  await ann.call(api.contacts.create, { body: { name: 'Carl' } });
  expect((await rowsOf(app)).map(({ number }) => number)).toEqual([null, null]);
  await startApp({}, { background: true, connection: app.connection });
  await until(async () => (await rowsOf(app)).every(({ number }) => number), 'they have numbers', 5_000);
});
