import { bigint, pgTable, text as textColumn } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../src/infra/log.ts';
import { bytes as bytesColumn, instant, sealed, transactionId } from '../src/infra/postgres/columns.ts';
import { openDatabase } from '../src/infra/postgres/database.ts';
import {
  array,
  boolean,
  bytes,
  integer,
  json,
  nullable,
  number,
  pick,
  text,
  time,
} from '../src/infra/postgres/row-schema.ts';
import { inspectors, type RunSql } from '../src/infra/postgres/run-sql.ts';
import { checkRows } from './checked-rows.ts';
import { freshDatabase } from './databases.ts';
import { query } from './query.ts';

const people = pgTable('people', {
  id: bigint({ mode: 'number' }).primaryKey(),
  name: textColumn().notNull(),
  nick: textColumn(),
  secret: sealed().notNull(),
  seen_at: instant().notNull(),
  seen_in: transactionId().notNull(),
  picture: bytesColumn().notNull(),
  tags: textColumn().array().notNull(),
});

let connectionString = '';
beforeAll(async () => {
  connectionString = await freshDatabase();
  await query(
    connectionString,
    `CREATE TABLE people (id bigint PRIMARY KEY, name text NOT NULL, nick text, secret sealed NOT NULL,
       seen_at timestamptz NOT NULL, seen_in xid8 NOT NULL, picture bytea NOT NULL, tags text[] NOT NULL);
     INSERT INTO people VALUES (1, 'Ann', NULL, 'hush', '2026-11-17 22:00Z', '3', '\\x0102', '{a,b}')`,
  );
});

function open(batches = true) {
  const database = openDatabase({ connectionString }, createLog('silent'), { batches });
  inspectors.add(checkRows);
  onTestFinished(() => void inspectors.delete(checkRows));
  onTestFinished(database.close);
  return database;
}

/** Statements whose rows do not match their declaration, with the error. */
const WRONG: [what: string, message: string, run: (sql: RunSql) => Promise<unknown>][] = [
  ['lack a declared column', 'nick is missing', (sql) => sql(pick(people, 'id', 'nick'))`SELECT id FROM people`],
  ['have an undeclared column', 'name is not declared', (sql) => sql({ id: people.id })`SELECT id, name FROM people`],
  ['are not declared at all', 'id is not declared', (sql) => sql`SELECT id FROM people`],
  [
    'have a column of another type than in the table',
    'id is text, not bigint',
    (sql) => sql({ id: people.id })`SELECT id::text FROM people`,
  ],
  [
    'have a computed column of another type',
    'count is bigint, not boolean',
    (sql) => sql({ count: boolean() })`SELECT count(*) AS count FROM people`,
  ],
  [
    'have an array of another type',
    'tags is text[], not smallint[] or integer[] or bigint[]',
    (sql) => sql({ tags: array(integer()) })`SELECT tags FROM people`,
  ],
  [
    'have a null in a column that is NOT NULL in its table',
    'name is null',
    (sql) => sql({ name: people.name })`SELECT other.name FROM people p LEFT JOIN people other ON other.id > p.id`,
  ],
  ['have a null in a computed column', 'nick is null', (sql) => sql({ nick: text() })`SELECT nick FROM people`],
];

describe.each([
  ['in batches', true],
  ['one by one', false],
])('sent %s', (_way, batches) => {
  test.each(WRONG)('rows that %s are refused', async (_what, message, run) => {
    await expect(run(open(batches).sql)).rejects.toThrow(message);
  });

  test('types are checked without rows, and a statement that passed is checked again', async () => {
    const { sql } = open(batches);
    await expect(sql({ id: text() })`SELECT id FROM people WHERE false`).rejects.toThrow('id is bigint, not text');
    const nickOf = (id: number) => sql.prepared({ nick: text() })`SELECT nick FROM people WHERE id = ${id}`;
    expect(await nickOf(2)).toEqual([]);
    await expect(nickOf(1)).rejects.toThrow('nick is null');
  });

  test('rows that match their declaration are read as the declared types', async () => {
    const { sql } = open(batches);
    const own = pick(people, 'id', 'name', 'nick', 'secret', 'seen_at', 'seen_in', 'picture', 'tags');
    expect(await sql(own)`SELECT * FROM people`).toEqual([
      {
        id: 1,
        name: 'Ann',
        nick: null,
        secret: 'hush',
        seen_at: '2026-11-17T22:00:00.000+00:00',
        seen_in: '3',
        picture: Buffer.from([1, 2]),
        tags: ['a', 'b'],
      },
    ]);
    const computed = {
      small: integer(),
      count: integer(),
      share: number(),
      is_old: boolean(),
      at: time(),
      bytes: bytes(),
      ids: array(integer()),
      data: json<{ a: number }>(),
      name: nullable(people.name),
    };
    expect(
      await sql(computed)`
        SELECT 1::smallint AS small, count(*) AS count, 0.5::float8 AS share, true AS is_old, max(seen_at) AS at,
          '\\x03'::bytea AS bytes, array_agg(id) AS ids, '{"a": 1}'::json AS data, max(name) FILTER (WHERE false) AS name
        FROM people`,
    ).toEqual([
      {
        small: 1,
        count: 1,
        share: 0.5,
        is_old: true,
        at: '2026-11-17T22:00:00.000+00:00',
        bytes: Buffer.from([3]),
        ids: [1],
        data: { a: 1 },
        name: null,
      },
    ]);
  });
});

test('rows without columns can be counted, and a void function needs no declaration', async () => {
  const { sql } = open();
  expect(await sql({})`SELECT FROM people`).toHaveLength(1);
  await sql`SELECT pg_notify('nobody', 'listens')`;
});

test('rows are checked in transactions and in autocommit', async () => {
  const { transaction, autocommit } = open();
  const wrong = ({ prepared }: Pick<RunSql, 'prepared'>) => prepared({ name: people.id })`SELECT name FROM people`;
  await expect(transaction(({ sql }) => wrong(sql))).rejects.toThrow('name is text, not bigint');
  await expect(wrong(autocommit)).rejects.toThrow('name is text, not bigint');
});
