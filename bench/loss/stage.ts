import { randomBytes } from 'node:crypto';
import { freePort } from '../../apps/server/test/scratch-cluster.ts';
import { type Cast, gather } from './cast.ts';
import { createDirectory, type Redis, startPostgres, startRedis } from './place.ts';
import { createProxy, type NoisyProxy } from './proxy.ts';
import type { Random } from './random.ts';
import { createServer, type Server } from './servers.ts';

export interface Stage {
  servers: readonly [Server, Server];
  redis: Redis;
  cast: Cast;
  proxies: NoisyProxy[];
  /** One leads to any server, the others to one each, in order. */
  urls: { any: string; each: string[] };
  /** Of a server, bypassing the faults. */
  directUrl: string;
  origin: string;
}

interface StageOptions {
  visitors: number;
  agents: number;
  /** Mean time until a fault hits a connection. */
  calmMs: number;
  databaseUrl?: string;
}

/** Two servers that share PostgreSQL and Redis, behind bad networks. */
export async function build(stack: AsyncDisposableStack, options: StageOptions, random: Random): Promise<Stage> {
  const [databaseUrl, redis, port] = await Promise.all([
    options.databaseUrl ?? startPostgres(stack),
    startRedis(stack),
    freePort(),
  ]);
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: origin,
    TRUST_PROXY: '127.0.0.1',
  };
  const setting = { directory: createDirectory(stack), env };
  const servers = [await createServer(stack, setting), await createServer(stack, setting)] as const;
  // Sequentially: the first one migrates.
  for (const server of servers) await server.start();
  const directUrl = `http://127.0.0.1:${servers[0].port}`;
  const cast = await gather(directUrl, setting, options);

  const place = async (pick: () => number, at = 0) => {
    const proxy = await createProxy({ pick, port: at, random: random.fork(), calmMs: options.calmMs });
    stack.defer(proxy.close);
    return proxy;
  };
  const balancing = random.fork();
  const any = await place(() => balancing.pick(servers).port, port);
  const each = await Promise.all(servers.map((server) => place(() => server.port)));
  const urls = { any: any.url, each: each.map(({ url }) => url) };
  return { servers, redis, cast, proxies: [any, ...each], urls, directUrl, origin };
}
