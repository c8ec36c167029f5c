import fc from 'fast-check';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../test/databases.ts';
import { query } from '../../../test/query.ts';
import { until } from '../../../test/until.ts';
import { createLog } from '../log.ts';
import { openDatabase } from '../postgres/database.ts';
import { openNotices } from '../postgres/notices.ts';
import { createJoiner, createPostgresBus, split } from './postgres.ts';

const log = createLog('silent');

let connectionString = '';
beforeAll(async () => {
  connectionString = await freshDatabase();
});

/** A node that listens, with everything it heard. */
async function startNode(isAlone = () => false) {
  const notices = openNotices({ connectionString }, log);
  const { pool, sql, close } = openDatabase({ connectionString }, log);
  const bus = createPostgresBus({ sql, notices, isAlone });
  onTestFinished(async () => {
    await Promise.all([bus.close(), notices.close()]);
    await close();
  });
  const [heard, gaps]: [string[], number[]] = [[], []];
  bus.on((text) => heard.push(text));
  bus.start();
  bus.onGap(() => gaps.push(heard.length));
  await until(() => gaps.length === 1, 'it listens');
  return { ...bus, pool, sql, notices, heard, gaps };
}

test('what a node sends is heard by every other node, in its order, and not by itself', async () => {
  const [a, b, c] = [await startNode(), await startNode(), await startNode()];
  const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);
  for (const text of texts.slice(0, 50)) a.send(text);
  await until(() => b.heard.length === 50, 'the first half is heard');
  for (const text of texts.slice(50)) a.send(text);
  await until(() => b.heard.length === 100 && c.heard.length === 100, 'the second half is heard');
  expect([b.heard, c.heard]).toEqual([texts, texts]);
  b.send('an answer');
  await until(() => a.heard.length > 0, 'the answer is heard');
  expect(a.heard).toEqual(['an answer']);
  expect(b.heard).toEqual(texts);
});

test('what is sent together is one statement, and texts that are alike are not taken for one', async () => {
  const [a, b] = [await startNode(), await startNode()];
  const statements: unknown[] = [];
  const original = a.pool.query.bind(a.pool) as (...args: unknown[]) => unknown;
  a.pool.query = ((...args: unknown[]) => {
    statements.push(args);
    return original(...args);
  }) as typeof a.pool.query;
  for (let count = 0; count < 500; count++) a.send('x');
  await until(() => b.heard.length === 500, 'all of it is heard');
  expect(statements.length).toBe(1);
});

test('a long text in any language arrives as it is', async () => {
  const [a, b] = [await startNode(), await startNode()];
  const text = JSON.stringify({ text: 'Привет 👋🏽 "\\\u0000" '.repeat(10_000) });
  expect(Buffer.byteLength(text)).toBeGreaterThan(200_000);
  a.send(text);
  await until(() => b.heard.length === 1, 'it is heard');
  expect(b.heard[0]).toBe(text);
});

test('long texts that several nodes send at once do not get mixed up', async () => {
  const nodes = [await startNode(), await startNode(), await startNode()];
  const texts = nodes.map((_, index) => `${index}`.repeat(100_000));
  const rounds = 10;
  for (let round = 0; round < rounds; round++) {
    for (const [index, { send }] of nodes.entries()) send(texts[index] ?? '');
    await new Promise((resolve) => setTimeout(resolve, 12));
  }
  await until(() => nodes.every(({ heard }) => heard.length === 2 * rounds), 'everything is heard');
  for (const { heard } of nodes) expect(heard.every((text) => texts.includes(text))).toBe(true);
});

test('a node that is alone asks the database nothing', async () => {
  let isAlone = true;
  const a = await startNode(() => isAlone);
  a.send('to nobody');
  await a.close();
  expect(a.pool.totalCount).toBe(0);
  const b = await startNode();
  isAlone = false;
  a.send('to somebody');
  await until(() => b.heard.length === 1, 'it is heard');
  expect(b.heard).toEqual(['to somebody']);
});

test('a bus may begin when its connection has long been there', async () => {
  const notices = openNotices({ connectionString }, log);
  onTestFinished(() => notices.close());
  let gaps = 0;
  notices.onGap(() => gaps++);
  await until(() => gaps === 1, 'it listens to something else');
  const heard: string[] = [];
  notices.listen('parley_bus', (payload) => heard.push(payload));
  await until(() => gaps === 2, 'it listens to the bus');
  const node = await startNode();
  node.send('x');
  await until(() => heard.length > 0, 'it is heard');
});

test('a connection that broke is made again, and what may have been missed is told', async () => {
  const [a, b] = [await startNode(), await startNode()];
  await query(
    connectionString,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()`,
  );
  await until(() => a.gaps.length === 2 && b.gaps.length === 2, 'both are told');
  a.send('kept');
  await until(() => b.heard.length === 1, 'they hear each other again');
});

test('a node whose sending failed tells the others that they missed something', async () => {
  const [a, b] = [await startNode(), await startNode()];
  const original = a.sql.prepared;
  const failed = Promise.withResolvers<void>();
  a.sql.prepared = (async () => {
    a.sql.prepared = original;
    failed.resolve();
    throw new Error('the database is away');
  }) as unknown as typeof original;
  a.send('lost');
  await failed.promise;
  a.send('kept');
  await until(() => b.heard.length === 1, 'the next is heard');
  expect([b.heard, b.gaps]).toEqual([['kept'], [0, 0]]);
});

test('what waits for a database that hangs is bounded', async () => {
  const [a, b] = [await startNode(), await startNode()];
  const original = a.sql.prepared;
  const hanging = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  a.sql.prepared = (async (strings: TemplateStringsArray, ...parts: unknown[]) => {
    began.resolve();
    await hanging.promise;
    return original(strings, ...parts);
  }) as typeof original;
  a.send('first');
  await began.promise;
  const text = 'x'.repeat(2 ** 20);
  for (let count = 0; count < 20; count++) a.send(text);
  hanging.resolve();
  await until(() => b.gaps.length === 2, 'the loss is told');
  await until(() => b.heard.length === 5, 'what fitted is heard');
});

test('a text that is cut and joined is the same text, in pieces that PostgreSQL takes', () => {
  // Any character, as the unit 'binary' of fast-check is, which takes two seconds to make.
  const codePoint = fc.oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }));
  const unit = codePoint.map((code) => String.fromCodePoint(code));
  const long = fc.string({ unit, minLength: 1, maxLength: 100 }).map((part) => part.repeat(300));
  fc.assert(
    fc.property(long, (text) => {
      const [pieces, join] = [split(text), createJoiner()];
      for (const piece of pieces) expect(Buffer.byteLength(piece)).toBeLessThan(8_000);
      const joined = pieces.map(join);
      expect(joined.pop()).toBe(text);
      expect(joined.every((each) => each === undefined)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('a text whose beginning or middle was missed is dropped, and the next one is whole', () => {
  const [text, next] = ['a'.repeat(30_000), 'b'.repeat(30_000)];
  const whole = (pieces: string[]) => pieces.map(createJoiner()).filter((each) => each !== undefined);
  expect(whole([...split(text).slice(1), ...split(next)])).toEqual([next]);
  expect(whole([...split(text).slice(0, 2), ...split(next)])).toEqual([next]);
  expect(whole([...split(text).toSpliced(1, 1), ...split(next)])).toEqual([next]);
  expect(whole(['', 'nonsense', '1 2 3', ...split(next)])).toEqual([next]);
});
