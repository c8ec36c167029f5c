import type { PoolClient } from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../test/databases.ts';
import { createLog } from '../log.ts';
import { run } from './batch.ts';
import { openDatabase } from './database.ts';
import { isBatchable } from './driver-batch.ts';

let connectionString = '';
beforeAll(async () => {
  connectionString = await freshDatabase();
});

/** A database with an empty table of marks, and a connection to it. */
async function openMarks(batches: boolean) {
  const database = openDatabase({ connectionString }, createLog('silent'), { batches });
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

describe.each([
  ['in batches', true],
  ['one by one', false],
])('%s', (_way, batches) => {
  const open = () => openMarks(batches);

  test('statements sent together return in order, each with its own rows', async () => {
    const { client } = await open();
    const answers = await Promise.all([
      mark(client, 'one'),
      run(client, { text: 'SELECT count(*) AS count FROM marks' }),
      mark(client, 'two'),
      run(client, { name: 'count', text: 'SELECT count(*) AS count FROM marks' }),
      run(client, { text: 'UPDATE marks SET mark = mark' }),
    ]);
    const [marks, counts] = [[{ name: 'mark', dataTypeID: 25 }], [{ name: 'count', dataTypeID: 20 }]];
    expect(answers).toEqual([
      { command: 'INSERT', rowCount: 1, rows: [{ mark: 'one' }], fields: marks },
      { command: 'SELECT', rowCount: 1, rows: [{ count: 1 }], fields: counts },
      { command: 'INSERT', rowCount: 1, rows: [{ mark: 'two' }], fields: marks },
      { command: 'SELECT', rowCount: 1, rows: [{ count: 2 }], fields: counts },
      { command: 'UPDATE', rowCount: 2, rows: [], fields: [] },
    ]);
  });

  test('queries sent through the driver itself keep their place in the order', async () => {
    const { client, database } = await open();
    const first = mark(client, 'one');
    const between = client.query('SELECT count(*)::int AS count FROM marks');
    const last = mark(client, 'two');
    expect((await between).rows).toEqual([{ count: 1 }]);
    await Promise.all([first, last]);
    await database.transaction(async ({ client: inside, db, pipeline }) => {
      pipeline(mark(inside, 'three'));
      expect((await db.execute('SELECT count(*)::int AS count FROM marks')).rows).toEqual([{ count: 3 }]);
    });
  });

  test('values read the same from a named statement, when it is reused, and from an unnamed one', async () => {
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

  test('a failed statement fails those sent after it, and the connection and its prepared statements stay usable', async () => {
    const { client, marks } = await open();
    const after = (name: string) =>
      run(client, { name: 'after', text: 'INSERT INTO marks VALUES ($1)', values: [name] });
    const duplicate = expect.stringContaining('duplicate key');
    const begun = run(client, { text: 'BEGIN' });
    const sent = [begun, mark(client, 'one'), mark(client, 'one'), after('two'), mark(client, 'three')];
    expect(await settled(sent)).toEqual(['done', 'done', duplicate, duplicate, duplicate]);
    await run(client, { text: 'ROLLBACK' });
    await Promise.all([after('four'), mark(client, 'five'), after('six')]);
    expect(await marks()).toEqual([{ mark: 'five' }, { mark: 'four' }, { mark: 'six' }]);
  });

  test('a statement that cannot be parsed fails each time, and the connection stays usable', async () => {
    const { client, marks } = await open();
    const wrong = () => run(client, { name: 'wrong', text: 'SELECT nothing FROM marks' });
    for (let round = 0; round < 2; round += 1) {
      expect(await settled([wrong(), mark(client, 'never')])).toEqual(Array(2).fill('column "nothing" does not exist'));
    }
    await mark(client, 'one');
    expect(await marks()).toEqual([{ mark: 'one' }]);
  });

  test('two statements with one name are refused before anything is sent', async () => {
    const { client, marks } = await open();
    await mark(client, 'one');
    const other = run(client, { name: 'mark', text: 'DELETE FROM marks' });
    expect(await settled([mark(client, 'two'), other])).toEqual(Array(2).fill('Two statements have the name mark'));
    expect(await marks()).toEqual([{ mark: 'one' }]);
  });

  test('a lost connection fails every statement without a result', async () => {
    const { client } = await open();
    const cut = run(client, { text: 'SELECT pg_terminate_backend(pg_backend_pid())' });
    const answers = await settled([cut, mark(client, 'one')]);
    expect(answers).not.toContain('done');
    expect(await settled([mark(client, 'two')])).not.toEqual(['done']);
  });

  test('reads at the same time return their own rows, and one that fails does not fail the others', async () => {
    const { database } = await open();
    const divide = (by: number) =>
      run(database.pool, { name: 'divide', text: 'SELECT 12 / $1::int AS result', values: [by] });
    const results = await Promise.allSettled(Array.from({ length: 30 }, (_, at) => divide(at % 6)));
    expect(results.map((each) => (each.status === 'fulfilled' ? each.value.rows : each.reason.message))).toEqual(
      Array.from({ length: 30 }, (_, at) =>
        at % 6 === 0 ? 'division by zero' : [{ result: Math.floor(12 / (at % 6)) }],
      ),
    );
  });

  test('reads wait for a connection, and are run once there is one', async () => {
    const database = openDatabase({ connectionString }, createLog('silent'), { batches, maxConnections: 1 });
    onTestFinished(() => database.close());
    const client = await database.pool.connect();
    const read = (value: number) =>
      run(database.pool, { name: 'read', text: 'SELECT $1::int AS value', values: [value] });
    const reads = Promise.all(Array.from({ length: 20 }, (_, at) => read(at)));
    await run(client, { text: 'SELECT 1' });
    client.release();
    expect((await reads).flatMap(({ rows }) => rows)).toEqual(Array.from({ length: 20 }, (_, value) => ({ value })));
  });

  test('a pool that cannot connect fails with the reason', async () => {
    const database = openDatabase({ host: '127.0.0.1', port: 1 }, createLog('silent'), { batches });
    onTestFinished(database.close);
    await expect(run(database.pool, { text: 'SELECT 1' })).rejects.toThrow(/ECONNREFUSED/);
  });

  test('a pipelined statement that fails rolls back its transaction, which fails with the same error', async () => {
    const { client, database, marks } = await open();
    await mark(client, 'taken');
    const work = database.transaction(async ({ client: inside, pipeline }) => {
      pipeline(mark(inside, 'first'));
      pipeline(mark(inside, 'taken'));
      return mark(inside, 'behind');
    });
    await expect(work).rejects.toThrow(/duplicate key/);
    const late = database.transaction(async ({ client: inside, pipeline }) => pipeline(mark(inside, 'taken')));
    await expect(late).rejects.toThrow(/duplicate key/);
    expect(await marks()).toEqual([{ mark: 'taken' }]);
  });

  test('a transaction that continues after a caught failure is not committed', async () => {
    const { database, marks } = await open();
    const work = database.transaction(async ({ client }) => {
      await mark(client, 'one');
      await run(client, { text: 'SELECT 1 / 0' }).catch(() => undefined);
    });
    await expect(work).rejects.toThrow();
    expect(await marks()).toEqual([]);
  });
});

/** The results of a transaction's statements, in the order they arrived, and the rows it left. */
async function observe(batches: boolean, work: (client: PoolClient) => (() => Promise<unknown>)[][]) {
  const { database, marks } = await openMarks(batches);
  const answers: unknown[] = [];
  const note = (at: string, sent: Promise<unknown>) =>
    sent.then(
      (result) => answers.push([at, result]),
      ({ name, message, code, constraint, position }) =>
        answers.push([at, { name, message, code, constraint, position }]),
    );
  const ended = database.transaction(async ({ client }) => {
    for (const [round, statements] of work(client).entries()) {
      await Promise.all(statements.map((send, at) => note(`${round}.${at}`, send())));
    }
  });
  await note('end', ended);
  return { answers, marks: await marks() };
}

test.each<[string, (client: PoolClient) => (() => Promise<unknown>)[][]]>([
  [
    'that succeeds',
    (client) => [
      [() => mark(client, 'one'), () => mark(client, 'two'), () => client.query('SELECT 1 AS one').then((r) => r.rows)],
      [() => run(client, { text: 'UPDATE marks SET mark = mark || $1', values: ['!'] })],
      [
        () => run(client, { text: 'SELECT * FROM marks ORDER BY mark' }),
        () => run(client, { text: 'SELECT WHERE false' }),
      ],
    ],
  ],
  [
    'with a statement that violates a constraint',
    (client) => [
      [() => mark(client, 'one')],
      [() => mark(client, 'two'), () => mark(client, 'one'), () => mark(client, 'three')],
      [() => mark(client, 'four')],
    ],
  ],
  [
    'with a statement that is not SQL',
    (client) => [[() => mark(client, 'one'), () => run(client, { text: 'SELEC 1' }), () => mark(client, 'two')]],
  ],
  [
    'with two statements in one',
    (client) => [[() => mark(client, 'one'), () => run(client, { text: 'SELECT 1; SELECT 2' })]],
  ],
  [
    'with a value that is invalid for its type',
    (client) => [[() => run(client, { text: 'SELECT $1::int AS number', values: ['x'] }), () => mark(client, 'one')]],
  ],
])('a transaction %s has the same results, errors and outcome in batches and one by one', async (_what, work) => {
  const [batched, plain] = [await observe(true, work), await observe(false, work)];
  expect(plain).toEqual(batched);
  expect(batched.answers.length).toBeGreaterThan(2);
});

test('the driver supports batches, and one that does not is detected', () => {
  expect(isBatchable()).toBe(true);
  expect(isBatchable({})).toBe(false);
  expect(isBatchable({ connection: { stream: {}, parsedStatements: {} } })).toBe(false);
});
