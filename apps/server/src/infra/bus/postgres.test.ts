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

/** A listening node, with everything it received. */
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

test('a message reaches every other node, in order, and not its sender', async () => {
  const [a, b, c] = [await startNode(), await startNode(), await startNode()];
  const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);
  for (const text of texts.slice(0, 50)) a.send(text);
  await until(() => b.heard.length === 50, 'the first half is received');
  for (const text of texts.slice(50)) a.send(text);
  await until(() => b.heard.length === 100 && c.heard.length === 100, 'the second half is received');
  expect([b.heard, c.heard]).toEqual([texts, texts]);
  b.send('an answer');
  await until(() => a.heard.length > 0, 'the answer is received');
  expect(a.heard).toEqual(['an answer']);
  expect(b.heard).toEqual(texts);
});

test('messages sent together are one statement, and identical ones are all delivered', async () => {
  const [a, b] = [await startNode(), await startNode()];
  const statements: unknown[] = [];
  const original = a.pool.query.bind(a.pool) as (...args: unknown[]) => unknown;
  a.pool.query = ((...args: unknown[]) => {
    statements.push(args);
    return original(...args);
  }) as typeof a.pool.query;
  for (let count = 0; count < 500; count++) a.send('x');
  await until(() => b.heard.length === 500, 'all of it is received');
  expect(statements.length).toBe(1);
});

test('a long Unicode message arrives unchanged', async () => {
  const [a, b] = [await startNode(), await startNode()];
  const text = JSON.stringify({ text: 'Привет 👋🏽 "\\\u0000" '.repeat(10_000) });
  expect(Buffer.byteLength(text)).toBeGreaterThan(200_000);
  a.send(text);
  await until(() => b.heard.length === 1, 'it is received');
  expect(b.heard[0]).toBe(text);
});

test('long messages that several nodes send concurrently are not mixed up', async () => {
  const nodes = [await startNode(), await startNode(), await startNode()];
  const texts = nodes.map((_, index) => `${index}`.repeat(100_000));
  const rounds = 10;
  for (let round = 0; round < rounds; round++) {
    for (const [index, { send }] of nodes.entries()) send(texts[index] ?? '');
    await new Promise((resolve) => setTimeout(resolve, 12));
  }
  await until(() => nodes.every(({ heard }) => heard.length === 2 * rounds), 'everything is received');
  for (const { heard } of nodes) expect(heard.every((text) => texts.includes(text))).toBe(true);
});

test('a node that is alone sends nothing to the database', async () => {
  let isAlone = true;
  const a = await startNode(() => isAlone);
  a.send('to nobody');
  await a.close();
  expect(a.pool.totalCount).toBe(0);
  const b = await startNode();
  isAlone = false;
  a.send('to somebody');
  await until(() => b.heard.length === 1, 'it is received');
  expect(b.heard).toEqual(['to somebody']);
});

test('a bus can start listening on a connection that is already open', async () => {
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
  await until(() => heard.length > 0, 'it is received');
});

test('a lost connection is reopened, and the gap is reported', async () => {
  const [a, b] = [await startNode(), await startNode()];
  await query(
    connectionString,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()`,
  );
  await until(() => a.gaps.length === 2 && b.gaps.length === 2, 'both get a gap');
  a.send('kept');
  await until(() => b.heard.length === 1, "they receive each other's messages again");
});

test('a node whose send failed reports a gap to the other nodes', async () => {
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
  await until(() => b.heard.length === 1, 'the next is received');
  expect([b.heard, b.gaps]).toEqual([['kept'], [0, 0]]);
});

test('the send queue is bounded while the database hangs, and the loss is reported as a gap', async () => {
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
  await until(() => b.gaps.length === 2, 'the gap is reported');
  await until(() => b.heard.length === 5, 'what fitted is received');
});

test('a message survives splitting and joining, and each piece fits a pg_notify payload', () => {
  // Any character, like the unit 'binary' of fast-check, which takes two seconds to build.
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

test('a message with a missing piece is dropped, and the next one arrives whole', () => {
  const [text, next] = ['a'.repeat(30_000), 'b'.repeat(30_000)];
  const whole = (pieces: string[]) => pieces.map(createJoiner()).filter((each) => each !== undefined);
  expect(whole([...split(text).slice(1), ...split(next)])).toEqual([next]);
  expect(whole([...split(text).slice(0, 2), ...split(next)])).toEqual([next]);
  expect(whole([...split(text).toSpliced(1, 1), ...split(next)])).toEqual([next]);
  expect(whole(['', 'nonsense', '1 2 3', ...split(next)])).toEqual([next]);
});
