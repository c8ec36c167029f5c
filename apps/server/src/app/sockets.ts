import type { Server } from 'node:http';
import { createPostgresBus } from '../infra/bus/postgres.ts';
import { createRedisBus } from '../infra/bus/redis.ts';
import { createLive } from '../kernel/live/live.ts';
import { provided } from '../kernel/module.ts';
import { modules } from '../modules.ts';
import type { Guards } from './guards.ts';
import type { Parts, Shared } from './services.ts';

interface SocketOptions {
  guards: Guards;
  server: Server;
  isReady: () => boolean;
}

/** Sockets, the bus between nodes, and the heartbeat of this node. */
export function openSockets({ config, platform }: Parts, shared: Shared, { guards, server, isReady }: SocketOptions) {
  const { services, redis, redisPrefix: prefix, commits } = shared;
  const isAlone = () => heartbeat.isAlone();
  const bus = redis
    ? createRedisBus({ redis, prefix })
    : createPostgresBus({ sql: platform.database.sql, notices: services.notices, isAlone });
  services.onClose(bus.close);
  const live = createLive({
    ...guards,
    ...services,
    server,
    trustProxy: config.TRUST_PROXY,
    bus,
    isAlone,
    isReady,
    visitors: { calls: modules.flatMap(({ calls }) => calls?.visitor ?? []) },
    agents: {
      calls: modules.flatMap(({ calls }) => calls?.agent ?? []),
      ...provided(modules, 'connections')(services),
    },
  });
  commits.on('publications', live.fanOut);
  const heartbeat = provided(
    modules,
    'heartbeat',
  )({
    ...services,
    agents: live.listAgents,
    onBeat: modules.flatMap(({ onBeat }) => onBeat ?? []),
  });
  return {
    async start() {
      bus.start();
      await heartbeat.start();
    },
    beat: () => heartbeat.beat(),
    close: () =>
      live
        .close()
        .then(heartbeat.close)
        .catch(() => undefined),
  };
}
