import { createLog } from '../src/infra/log.ts';
import { openRedis } from '../src/infra/redis/redis.ts';
import { startApp, type TestApp } from './harness.ts';
import type { TestRedis } from './redis.ts';
import { until } from './until.ts';

/** A server among others: its time goes on by itself, and can be moved ahead. */
export interface TestNode extends TestApp {
  skip: (seconds: number) => void;
}

/** One server more, on a database of its own or on that of others. */
export async function startNode(redis?: TestRedis, connection?: string): Promise<TestNode> {
  const app = await startApp(redis ? { REDIS_URL: redis.url } : {}, { connection, live: true });
  let ahead = 0;
  Object.defineProperty(app.clock, 'now', {
    get: () => Temporal.Now.instant().round('millisecond').add({ seconds: ahead }),
  });
  return Object.assign(app, {
    skip(seconds: number) {
      ahead += seconds;
    },
  });
}

/** Two servers on one database, each of which hears the other. */
export async function startNodes(redis?: TestRedis) {
  const one = await startNode(redis);
  const two = await startNode(redis, one.connection);
  await untilAllHear([one, two], redis);
  return { one, two };
}

const BEAT_SECONDS = 5;

/** So much time goes by for all of them, in which each says that it is there as often as it does. */
export async function pass(seconds: number, ...nodes: TestNode[]) {
  for (let left = seconds; left > 0; left -= BEAT_SECONDS) {
    for (const { skip } of nodes) skip(Math.min(left, BEAT_SECONDS));
    for (const { beat } of nodes) await beat();
  }
}

/** Each of them hears what the others say. */
async function untilAllHear(nodes: TestNode[], redis?: TestRedis) {
  await untilAllListen(nodes, redis ? 'parley' : 'parley_bus');
  if (redis) await untilSubscribed(redis, nodes.length);
}

/** Each of them listens on a channel of the database, and knows that it is not alone. */
export async function untilAllListen(nodes: TestNode[], channel: 'parley' | 'parley_bus' = 'parley') {
  const listening = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN ${channel}'`;
  await until(async () => (await nodes[0]?.sql(listening))?.length === nodes.length, 'all nodes listen');
  for (const { beat } of nodes) await beat();
}

/** So many nodes hear what is said through Redis. */
export async function untilSubscribed({ url }: TestRedis, count: number) {
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
