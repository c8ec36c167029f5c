import { afterAll, beforeAll } from 'vitest';
import { createLog } from '../src/infra/log.ts';
import { openRedis } from '../src/infra/redis/redis.ts';
import { freshLoopbackAddress } from './addresses.ts';
import { type OpenApp, openApp, startApp, type TestApp } from './harness.ts';
import { openRedis as openTestRedis, type TestRedis } from './redis.ts';
import { until } from './until.ts';

/** A server among others: its clock runs, and can be moved ahead. */
export interface TestNode extends TestApp {
  skip: (seconds: number) => void;
}

const withRedis = (redis?: Pick<TestRedis, 'url'>): Record<string, string> => (redis ? { REDIS_URL: redis.url } : {});

/** One more server, on its own database or a shared one. */
export async function startNode(redis?: TestRedis, connection?: string): Promise<TestNode> {
  return startClock(await startApp(withRedis(redis), { isolated: true, connection, live: true }));
}

/** Two servers on one database that communicate; without Redis, the worker's pair. */
export async function startNodes(redis?: TestRedis) {
  if (!redis) {
    const { one, two } = await startPair();
    return { one: startClock(one), two: startClock(two) };
  }
  const one = await startNode(redis);
  const two = await startNode(redis, one.connection);
  await untilAllListen([one, two], 'parley');
  await untilSubscribed(redis, 2);
  return { one, two };
}

/** Two servers with Redis for all tests of a file. */
export function shareNodes() {
  let redis: Awaited<ReturnType<typeof openTestRedis>>;
  let nodes: Record<'one' | 'two', OpenApp & TestNode>;
  beforeAll(async () => {
    redis = await openTestRedis();
    const { one, two } = await openPair(redis);
    await untilSubscribed(redis, 2);
    nodes = { one: startClock(one), two: startClock(two) };
  });
  afterAll(async () => {
    await Promise.all([nodes.one.end(), nodes.two.end()]);
    await redis.end();
  });
  return () => nodes;
}

interface Pair {
  one: OpenApp;
  two: OpenApp;
}

async function openPair(redis?: Pick<TestRedis, 'url'>): Promise<Pair> {
  const one = await openApp(withRedis(redis), { isolated: true, live: true });
  const two = await openApp(withRedis(redis), { connection: one.connection, live: true });
  await untilAllListen([one, two], redis ? 'parley' : 'parley_bus');
  return { one, two };
}

let shared: Promise<Pair> | undefined;

/**
 * The worker's two servers, for tests that leave them unchanged, at a fixed time. Their time never goes back: earlier
 * heartbeats would be in the future.
 */
export async function startPair(): Promise<{ one: TestApp; two: TestApp }> {
  shared ??= openPair();
  const { one, two } = await shared;
  const moments = [Temporal.Now.instant().round('millisecond'), one.clock.now, two.clock.now];
  const value = moments.toSorted(Temporal.Instant.compare).at(-1);
  for (const node of [one, two]) {
    Object.defineProperty(node.clock, 'now', { value, writable: true });
    node.localAddress = freshLoopbackAddress();
  }
  await forgetConnections(one);
  await untilAllListen([one, two]);
  return { one, two };
}

/** Removes connections of earlier tests, which would expire in this one. */
export async function forgetConnections(app: TestApp) {
  await app.sql('DELETE FROM connections');
}

/** Starts from the current time. */
function startClock<T extends TestApp>(app: T): T & TestNode {
  const now = () => Temporal.Now.instant().round('millisecond');
  let ahead = Math.max(0, app.clock.now.epochMilliseconds - now().epochMilliseconds);
  Object.defineProperty(app.clock, 'now', { get: () => now().add({ milliseconds: ahead }) });
  return Object.assign(app, {
    skip(seconds: number) {
      ahead += seconds * 1_000;
    },
  });
}

const BEAT_SECONDS = 5;

/** Advances all clocks, with the heartbeats due in between. */
export async function advanceNodes(seconds: number, ...nodes: TestNode[]) {
  for (let left = seconds; left > 0; left -= BEAT_SECONDS) {
    for (const { skip } of nodes) skip(Math.min(left, BEAT_SECONDS));
    for (const { beat } of nodes) await beat();
  }
}

/** Waits until all nodes of this database listen on a channel. */
export async function untilListening(nodes: TestApp[], channel: 'parley' | 'parley_bus' = 'parley_bus') {
  // Long-lived listeners have checked their connection since.
  const listening = `SELECT FROM pg_stat_activity WHERE datname = current_database()
    AND application_name LIKE 'parley notices %' AND query IN ('LISTEN ${channel}', 'SELECT 1')`;
  await until(async () => (await nodes[0]?.sql(listening))?.length === nodes.length, 'all nodes listen');
}

/** Also waits until each knows of the others. */
export async function untilAllListen(nodes: TestApp[], channel?: 'parley' | 'parley_bus') {
  await untilListening(nodes, channel);
  for (const { beat } of nodes) await beat();
}

/** Waits until that many nodes subscribe to Redis. */
export async function untilSubscribed({ url }: Pick<TestRedis, 'url'>, count: number) {
  const redis = openRedis(url, createLog('silent'));
  try {
    await until(async () => {
      const [channel = ''] = await redis.run((client) => client.pubSubChannels('parley:*'));
      return (await redis.run((client) => client.pubSubNumSub(channel)))[channel] === count;
    }, 'all nodes are subscribed');
  } finally {
    await redis.close();
  }
}
