import type { PoolClient } from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../test/databases.ts';
import { createLog } from '../log.ts';
import { run } from './batch.ts';
import { openDatabase } from './database.ts';

let connectionString = '';
beforeAll(async () => {
  connectionString = await freshDatabase();
});

/** A database with a new place to leave marks in, and a connection of it. */
async function open() {
  const database = openDatabase({ connectionString }, createLog('silent'));
  const client = await database.pool.connect();
  client.on('error', () => undefined);
  await run(client, { text: 'SET default_transaction_read_only = off' });
  await run(client, { text: 'DROP TABLE IF EXISTS marks' });
  await run(client, { text: 'CREATE TABLE marks (mark text PRIMARY KEY)' });
  onTestFinished(async () => {
    client.release(true);
    await database.close();
  });
  const marks = async () => (await run(client, { text: 'SELECT mark FROM marks ORDER BY mark' })).rows;
  return { database, client, marks };
}

const mark = (client: PoolClient, name: string) =>
  run(client, { name: 'mark', text: 'INSERT INTO marks VALUES ($1) RETURNING mark', values: [name] });

const settled = (sent: Promise<unknown>[]) =>
  Promise.all(
    sent.map((each) =>
      each.then(
        () => 'done',
        (error: Error) => error.message,
      ),
    ),
  );

test('statements that are asked for in one go are answered in their order, each with rows of its own', async () => {
  const { client } = await open();
  const answers = await Promise.all([
    mark(client, 'one'),
    run(client, { text: 'SELECT count(*) AS count FROM marks' }),
    mark(client, 'two'),
    run(client, { name: 'count', text: 'SELECT count(*) AS count FROM marks' }),
    run(client, { text: 'UPDATE marks SET mark = mark' }),
  ]);
  expect(answers).toEqual([
    { command: 'INSERT', rowCount: 1, rows: [{ mark: 'one' }] },
    { command: 'SELECT', rowCount: 1, rows: [{ count: 1 }] },
    { command: 'INSERT', rowCount: 1, rows: [{ mark: 'two' }] },
    { command: 'SELECT', rowCount: 1, rows: [{ count: 2 }] },
    { command: 'UPDATE', rowCount: 2, rows: [] },
  ]);
});

test('what is asked of the driver itself keeps its place among them', async () => {
  const { client, database } = await open();
  const first = mark(client, 'one');
  const between = client.query('SELECT count(*)::int AS count FROM marks');
  const last = mark(client, 'two');
  expect((await between).rows).toEqual([{ count: 1 }]);
  await Promise.all([first, last]);
  await database.transaction(async ({ client: inside, db, leave }) => {
    leave(mark(inside, 'three'));
    expect((await db.execute('SELECT count(*)::int AS count FROM marks')).rows).toEqual([{ count: 3 }]);
  });
});

test('values read the same under a name, again under that name, and without one', async () => {
  const { client } = await open();
  const text = `SELECT 7::bigint AS id, 8 AS number, true AS flag, 'é"\\' AS text, NULL::text AS nothing, ARRAY[1, 2]::bigint[] AS ids,
    '{"a": [null]}'::jsonb AS json, '\\x00ff'::bytea AS bytes, $1::timestamptz AS at, '' AS "odd ""name"`;
  const values = ['2026-01-02T03:04:05.6Z'];
  const read = async (name?: string) => (await run(client, { ...(name && { name }), text, values })).rows;
  const expected = {
    id: 7,
    number: 8,
    flag: true,
    text: 'é"\\',
    nothing: null,
    ids: [1, 2],
    json: { a: [null] },
    bytes: Buffer.from([0, 255]),
    at: '2026-01-02T03:04:05.600+00:00',
    'odd "name': '',
  };
  for (const name of ['values', 'values', undefined]) expect(await read(name)).toEqual([expected]);
});

test('the first that fails is the last that was run, and the connection and its names go on', async () => {
  const { client, marks } = await open();
  const after = (name: string) => run(client, { name: 'after', text: 'INSERT INTO marks VALUES ($1)', values: [name] });
  const duplicate = expect.stringContaining('duplicate key');
  const begun = run(client, { text: 'BEGIN' });
  const sent = [begun, mark(client, 'one'), mark(client, 'one'), after('two'), mark(client, 'three')];
  expect(await settled(sent)).toEqual(['done', 'done', duplicate, duplicate, duplicate]);
  await run(client, { text: 'ROLLBACK' });
  await Promise.all([after('four'), mark(client, 'five'), after('six')]);
  expect(await marks()).toEqual([{ mark: 'five' }, { mark: 'four' }, { mark: 'six' }]);
});

test('a statement that can not be parsed fails each time it is tried, and nothing else does', async () => {
  const { client, marks } = await open();
  const wrong = () => run(client, { name: 'wrong', text: 'SELECT nothing FROM marks' });
  for (let round = 0; round < 2; round += 1) {
    expect(await settled([wrong(), mark(client, 'never')])).toEqual(Array(2).fill('column "nothing" does not exist'));
  }
  await mark(client, 'one');
  expect(await marks()).toEqual([{ mark: 'one' }]);
});

test('a name that two statements share is refused before anything is sent', async () => {
  const { client, marks } = await open();
  await mark(client, 'one');
  const other = run(client, { name: 'mark', text: 'DELETE FROM marks' });
  expect(await settled([mark(client, 'two'), other])).toEqual(Array(2).fill('mark is the name of two statements'));
  expect(await marks()).toEqual([{ mark: 'one' }]);
});

test('a connection that is cut fails everything that has no answer yet', async () => {
  const { client } = await open();
  const cut = run(client, { text: 'SELECT pg_terminate_backend(pg_backend_pid())' });
  const answers = await settled([cut, mark(client, 'one')]);
  expect(answers).not.toContain('done');
  expect(await settled([mark(client, 'two')])).not.toEqual(['done']);
});

test('a pool that can not connect says so', async () => {
  const database = openDatabase({ host: '127.0.0.1', port: 1 }, createLog('silent'));
  onTestFinished(database.close);
  await expect(run(database.pool, { text: 'SELECT 1' })).rejects.toThrow(/ECONNREFUSED/);
});

test('a statement that nothing waited for undoes its transaction when it fails, and is the reason that is given', async () => {
  const { client, database, marks } = await open();
  await mark(client, 'taken');
  const work = database.transaction(async ({ client: inside, leave }) => {
    leave(mark(inside, 'first'));
    leave(mark(inside, 'taken'));
    return mark(inside, 'behind');
  });
  await expect(work).rejects.toThrow(/duplicate key/);
  const late = database.transaction(async ({ client: inside, leave }) => leave(mark(inside, 'taken')));
  await expect(late).rejects.toThrow(/duplicate key/);
  expect(await marks()).toEqual([{ mark: 'taken' }]);
});

test('a write that goes on after a failure it caught is not committed', async () => {
  const { database, marks } = await open();
  const work = database.transaction(async ({ client }) => {
    await mark(client, 'one');
    await run(client, { text: 'SELECT 1 / 0' }).catch(() => undefined);
  });
  await expect(work).rejects.toThrow();
  expect(await marks()).toEqual([]);
});
