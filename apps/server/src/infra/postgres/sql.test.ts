import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../test/databases.ts';
import { createLog } from '../log.ts';
import { openDatabase } from './database.ts';
import { integer, text } from './row-schema.ts';
import { type Fragment, fragment, join, param, raw, statement } from './sql.ts';

let connectionString = '';
beforeAll(async () => {
  connectionString = await freshDatabase();
});

describe('a template', () => {
  test('numbers its parameters in order, and never puts a value into the text', () => {
    expect(statement`SELECT ${"'; --"}::text, ${null}::int, ${undefined}::int, ${[1, 2]}::int[]`).toEqual({
      text: 'SELECT $1::text, $2::int, $3::int, $4::int[]',
      values: ["'; --", null, undefined, [1, 2]],
    });
  });

  test('numbers the parameters of nested fragments in place', () => {
    const isYoung = fragment`age < ${18}`;
    const isNamed = (names: string[]) => fragment`name IN (${join(names.map((name) => fragment`${name}`))})`;
    const conditions = join([isYoung, isNamed(['Ann', 'Bob'])], ' AND ');
    expect(statement`SELECT FROM ${raw('people')} WHERE id > ${7} AND (${conditions}) LIMIT ${10}`).toEqual({
      text: 'SELECT FROM people WHERE id > $1 AND (age < $2 AND name IN ($3, $4)) LIMIT $5',
      values: [7, 18, 'Ann', 'Bob', 10],
    });
  });

  test('has one parameter for a param used several times, and one for each use of a value', () => {
    const widget = param(5);
    const ofWidget = fragment`c.widget_id = ${widget}`;
    expect(statement`SELECT ${1} FROM chats c WHERE ${ofWidget} AND h.widget_id = ${widget} AND ${5} = ${5}`).toEqual({
      text: 'SELECT $1 FROM chats c WHERE c.widget_id = $2 AND h.widget_id = $2 AND $3 = $4',
      values: [1, 5, 5, 5],
    });
  });

  test('follows its fragments when they change between calls', () => {
    const select = (columns: Fragment, a: unknown, b: unknown) => statement`SELECT ${columns} WHERE ${a} < ${b}`;
    const [names, ages, both] = [fragment`name`, fragment`age`, param(1)];
    const texts = [
      select(names, 1, 2),
      select(ages, 1, 2),
      select(names, both, both),
      select(names, param(1), param(2)),
      select(fragment`${'x'}`, 1, 2),
      select(fragment`${'x'}, ${'y'}`, 1, 2),
      select(names, 3, 4),
    ];
    expect(texts).toEqual([
      { text: 'SELECT name WHERE $1 < $2', values: [1, 2] },
      { text: 'SELECT age WHERE $1 < $2', values: [1, 2] },
      { text: 'SELECT name WHERE $1 < $1', values: [1] },
      { text: 'SELECT name WHERE $1 < $2', values: [1, 2] },
      { text: 'SELECT $1 WHERE $2 < $3', values: ['x', 1, 2] },
      { text: 'SELECT $1, $2 WHERE $3 < $4', values: ['x', 'y', 1, 2] },
      { text: 'SELECT name WHERE $1 < $2', values: [3, 4] },
    ]);
  });

  test('is compiled once if its fragments are constant', () => {
    const columns = fragment`id, name`;
    const { tokens } = columns;
    let reads = 0;
    Object.defineProperty(columns, 'tokens', {
      get: () => {
        reads += 1;
        return tokens;
      },
    });
    const find = (id: number) => {
      const at = param(id);
      return statement`SELECT ${columns} FROM people WHERE id = ${at} OR parent_id = ${at} LIMIT ${id + 1}`;
    };
    const [first, second] = [find(1), find(2)];
    expect(reads).toBe(1);
    expect(second.text).toBe(first.text);
    expect([first.values, second.values]).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });
});

describe.each([
  ['in batches', true],
  ['one by one', false],
])('prepared statements, sent %s', (_way, batches) => {
  /** A database with one connection, and a list of the statements prepared on it. */
  function open() {
    const { sql, close } = openDatabase({ connectionString }, createLog('silent'), { maxConnections: 1, batches });
    onTestFinished(close);
    const listPrepared = () => sql({ statement: text(), uses: integer() })`
      SELECT statement, generic_plans + custom_plans AS uses FROM pg_prepared_statements
      WHERE statement LIKE '%AS number%' ORDER BY statement`;
    return { sql, listPrepared };
  }

  test('share a plan if their texts are equal, whichever template they come from', async () => {
    const { sql, listPrepared } = open();
    const [one] = await sql.prepared({ number: integer() })`SELECT ${1}::int AS number`;
    const [two] = await sql.prepared({ number: integer() })`SELECT ${raw('')}${2}::int AS number`;
    expect([one, two]).toEqual([{ number: 1 }, { number: 2 }]);
    expect(await listPrepared()).toEqual([{ statement: 'SELECT $1::int AS number', uses: 2 }]);
  });

  test('of one template with different fragments do not clash', async () => {
    const { sql, listPrepared } = open();
    const read = (value: Fragment) => sql.prepared({ number: integer() })`SELECT ${value} AS number`;
    const rows = await Promise.all([read(raw(7)), read(fragment`${8}::int`), read(raw(7)), read(fragment`${9}::int`)]);
    expect(rows.flat().map(({ number }) => number)).toEqual([7, 8, 7, 9]);
    expect(await listPrepared()).toEqual([
      { statement: 'SELECT $1::int AS number', uses: 2 },
      { statement: 'SELECT 7 AS number', uses: 2 },
    ]);
  });

  test('are only those sent with sql.prepared', async () => {
    const { sql, listPrepared } = open();
    await sql({ number: integer() })`SELECT ${1}::int AS number`;
    expect(await listPrepared()).toEqual([]);
  });
});
