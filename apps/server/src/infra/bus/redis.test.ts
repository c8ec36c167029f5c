import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openRedis as openServer } from '../../../test/redis.ts';
import { until } from '../../../test/until.ts';
import { createLog } from '../log.ts';
import { openRedis } from '../redis/redis.ts';
import { createRedisBus } from './redis.ts';

let server: Awaited<ReturnType<typeof openServer>>;
/** The prefix of the installation that one test's nodes belong to. */
let ours = '';

beforeAll(async () => {
  server = await openServer();
});
beforeEach(async () => {
  server.resume();
  await server.start();
  ours = `parley:${randomUUID()}`;
});
afterAll(() => server.end());

/** A listening node, with everything it received. */
async function startNode(prefix = ours) {
  const redis = openRedis(server.url, createLog('silent'));
  const bus = createRedisBus({ redis, prefix: () => prefix });
  onTestFinished(async () => {
    await bus.close();
    await redis.close();
  });
  const [heard, gaps]: [string[], number[]] = [[], []];
  bus.on((text) => heard.push(text));
  bus.onGap(() => gaps.push(heard.length));
  bus.start();
  await until(() => gaps.length === 1, 'it listens');
  return { ...bus, redis, heard, gaps };
}

const isUnreachable = ({ redis }: Awaited<ReturnType<typeof startNode>>) =>
  redis
    .run((client) => client.ping())
    .then(
      () => false,
      () => true,
    );

test('a message reaches every other node, in order, and not its sender', async () => {
  const [a, b, c] = [await startNode(), await startNode(), await startNode()];
  const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);
  for (const text of texts.slice(0, 50)) a.send(text);
  await until(() => b.heard.length === 50, 'the first half is received');
  for (const text of texts.slice(50)) a.send(text);
  await until(() => b.heard.length === 100 && c.heard.length === 100, 'the second half is received');
  expect([b.heard, c.heard]).toEqual([texts, texts]);
  b.send('an answer');
  await until(() => a.heard.length > 0 && c.heard.length > 100, 'the answer is received');
  expect(a.heard).toEqual(['an answer']);
  expect(b.heard).toEqual(texts);
});

test('messages sent together are one PUBLISH', async () => {
  const [a, b] = [await startNode(), await startNode()];
  const countPublished = async () => {
    const stats = await a.redis.run((client) => client.info('commandstats'));
    return Number(/cmdstat_publish:calls=(\d+)/.exec(stats)?.[1] ?? 0);
  };
  const before = await countPublished();
  for (let count = 0; count < 500; count++) a.send('x');
  await until(() => b.heard.length === 500, 'all of it is received');
  expect(await countPublished()).toBe(before + 1);
});

test('a long Unicode message arrives unchanged', async () => {
  const [a, b] = [await startNode(), await startNode()];
  const text = JSON.stringify({ text: 'Привет 👋🏽 "\\\u0000" '.repeat(10_000) });
  expect(Buffer.byteLength(text)).toBeGreaterThan(200_000);
  a.send(text);
  await until(() => b.heard.length === 1, 'it is received');
  expect(b.heard[0]).toBe(text);
});

test("installations that share a Redis do not receive each other's messages", async () => {
  const [a, b, other] = [await startNode(), await startNode(), await startNode('parley:other')];
  a.send('ours');
  other.send('theirs');
  a.send('ours again');
  await until(() => b.heard.length === 2, 'ours is received');
  expect([a.heard, b.heard, other.heard]).toEqual([[], ['ours', 'ours again'], []]);
});

test('messages sent while Redis is down are lost, and every node gets a gap once it is back', async () => {
  const [a, b] = [await startNode(), await startNode()];
  await server.kill();
  await until(() => isUnreachable(a), 'Redis is unreachable');
  for (let count = 0; count < 1_000; count++) a.send('lost');
  await server.start();
  await until(() => a.gaps.length >= 2 && b.gaps.length >= 2, 'both get a gap');
  a.send('kept');
  await until(() => b.heard.length === 1, "they receive each other's messages again");
  expect(b.heard).toEqual(['kept']);
});

test('a node that lost its connection reports a gap to the other nodes', async () => {
  const [a, b] = [await startNode(), await startNode()];
  const id = await a.redis.run((client) => client.clientId());
  await b.redis.run((client) => client.clientKill({ filter: 'ID', id }));
  await until(() => isUnreachable(a), 'the connection is lost');
  a.send('lost');
  await until(() => b.gaps.length === 2, 'the other node gets a gap');
  expect(a.gaps.length).toBe(2);
  a.send('kept');
  await until(() => b.heard.length === 1, "they receive each other's messages again");
  expect([b.heard, b.gaps.length]).toEqual([['kept'], 2]);
});

test('an unresponsive Redis blocks no sender', async () => {
  const [a, b] = [await startNode(), await startNode()];
  server.pause();
  a.send('lost, or late');
  await until(() => isUnreachable(a), 'Redis is unreachable');
  server.resume();
  await until(() => a.gaps.length === 2 && b.gaps.length >= 1, 'Redis is back');
  a.send('kept');
  await until(() => b.heard.includes('kept'), "they receive each other's messages again");
});

test('malformed messages in the channel are ignored', async () => {
  const [a, b] = [await startNode(), await startNode()];
  for (const text of ['', 'x', '{}', `${'-'.repeat(36)}[1]`, `${'-'.repeat(36)}null`, `${'-'.repeat(36)}{"texts":7}`]) {
    await a.redis.run((client) => client.publish(`${ours}:bus`, text));
  }
  a.send('still here');
  await until(() => b.heard.length > 0, 'it is received');
  expect(b.heard).toEqual(['still here']);
});

test('close sends what is queued, and nothing is received afterwards', async () => {
  const [a, b] = [await startNode(), await startNode()];
  a.send('the last words');
  await a.close();
  await until(() => b.heard.length === 1, 'they are received');
  b.send('too late');
  const c = await startNode();
  b.send('for others');
  await until(() => c.heard.length === 1, 'another node receives it');
  expect(a.heard).toEqual([]);
});
