import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openRedis as openServer } from '../../../test/redis.ts';
import { until } from '../../../test/until.ts';
import { createLog } from '../log.ts';
import { openRedis } from '../redis/redis.ts';
import { createRedisBus } from './redis.ts';

let server: Awaited<ReturnType<typeof openServer>>;
/** The prefix of the installation that the nodes of one test are of. */
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

/** A node that listens, with everything it heard. */
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

const isAway = ({ redis }: Awaited<ReturnType<typeof startNode>>) =>
  redis
    .run((client) => client.ping())
    .then(
      () => false,
      () => true,
    );

test('what a node sends is heard by every other node, in its order, and not by itself', async () => {
  const [a, b, c] = [await startNode(), await startNode(), await startNode()];
  const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);
  for (const text of texts.slice(0, 50)) a.send(text);
  await until(() => b.heard.length === 50, 'the first half is heard');
  for (const text of texts.slice(50)) a.send(text);
  await until(() => b.heard.length === 100 && c.heard.length === 100, 'the second half is heard');
  expect([b.heard, c.heard]).toEqual([texts, texts]);
  b.send('an answer');
  await until(() => a.heard.length > 0 && c.heard.length > 100, 'the answer is heard');
  expect(a.heard).toEqual(['an answer']);
  expect(b.heard).toEqual(texts);
});

test('what is sent together is one message of Redis', async () => {
  const [a, b] = [await startNode(), await startNode()];
  const countPublished = async () => {
    const stats = await a.redis.run((client) => client.info('commandstats'));
    return Number(/cmdstat_publish:calls=(\d+)/.exec(stats)?.[1] ?? 0);
  };
  const before = await countPublished();
  for (let count = 0; count < 500; count++) a.send('x');
  await until(() => b.heard.length === 500, 'all of it is heard');
  expect(await countPublished()).toBe(before + 1);
});

test('a long text in any language arrives as it is', async () => {
  const [a, b] = [await startNode(), await startNode()];
  const text = JSON.stringify({ text: 'Привет 👋🏽 "\\\u0000" '.repeat(10_000) });
  expect(Buffer.byteLength(text)).toBeGreaterThan(200_000);
  a.send(text);
  await until(() => b.heard.length === 1, 'it is heard');
  expect(b.heard[0]).toBe(text);
});

test('installations that share a Redis do not hear each other', async () => {
  const [a, b, other] = [await startNode(), await startNode(), await startNode('parley:other')];
  a.send('ours');
  other.send('theirs');
  a.send('ours again');
  await until(() => b.heard.length === 2, 'ours is heard');
  expect([a.heard, b.heard, other.heard]).toEqual([[], ['ours', 'ours again'], []]);
});

test('what is sent while Redis is away is lost, and every node is told once it is back', async () => {
  const [a, b] = [await startNode(), await startNode()];
  await server.kill();
  await until(() => isAway(a), 'it is missed');
  for (let count = 0; count < 1_000; count++) a.send('lost');
  await server.start();
  await until(() => a.gaps.length >= 2 && b.gaps.length >= 2, 'both are told');
  a.send('kept');
  await until(() => b.heard.length === 1, 'they hear each other again');
  expect(b.heard).toEqual(['kept']);
});

test('a node that alone was cut off tells the others that they missed something', async () => {
  const [a, b] = [await startNode(), await startNode()];
  const id = await a.redis.run((client) => client.clientId());
  await b.redis.run((client) => client.clientKill({ filter: 'ID', id }));
  await until(() => isAway(a), 'it is cut off');
  a.send('lost');
  await until(() => b.gaps.length === 2, 'the other is told');
  expect(a.gaps.length).toBe(2);
  a.send('kept');
  await until(() => b.heard.length === 1, 'they hear each other again');
  expect([b.heard, b.gaps.length]).toEqual([['kept'], 2]);
});

test('a Redis that does not answer makes nobody wait', async () => {
  const [a, b] = [await startNode(), await startNode()];
  server.pause();
  a.send('lost, or late');
  await until(() => isAway(a), 'it is missed');
  server.resume();
  await until(() => a.gaps.length === 2 && b.gaps.length >= 1, 'it is back');
  a.send('kept');
  await until(() => b.heard.includes('kept'), 'they hear each other again');
});

test('what others write to the channel does no harm', async () => {
  const [a, b] = [await startNode(), await startNode()];
  for (const text of ['', 'x', '{}', `${'-'.repeat(36)}[1]`, `${'-'.repeat(36)}null`, `${'-'.repeat(36)}{"texts":7}`]) {
    await a.redis.run((client) => client.publish(`${ours}:bus`, text));
  }
  a.send('still here');
  await until(() => b.heard.length > 0, 'it is heard');
  expect(b.heard).toEqual(['still here']);
});

test('what was sent before the end leaves, and afterwards nothing is heard', async () => {
  const [a, b] = [await startNode(), await startNode()];
  a.send('the last words');
  await a.close();
  await until(() => b.heard.length === 1, 'they are heard');
  b.send('too late');
  const c = await startNode();
  b.send('for others');
  await until(() => c.heard.length === 1, 'others hear');
  expect(a.heard).toEqual([]);
});
