import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisClientType } from '@redis/client';
import { describeError, type Log } from '../log.ts';
import { type Connection, connect } from './connection.ts';

/** State that nodes share and may lose at any time. Reconnects by itself. */
export interface Redis {
  /** Fails at once while Redis is unreachable, and soon if it does not respond. */
  run: Connection['run'];
  /** Called with the current and each new connection, which has no subscriptions yet. */
  onConnect: (listener: (client: RedisClientType) => void) => void;
  close: () => Promise<void>;
}

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;
/** Backoff restarts only after a connection that lasted this long. */
const STEADY_MS = 10_000;
/** Without pings, a dead connection looks like a quiet one. */
const PING_MS = 5_000;

/** Connects in the background, and reconnects when the connection breaks. */
export function openRedis(url: string, log: Log): Redis {
  const listeners: ((client: RedisClientType) => void)[] = [];
  const closing = new AbortController();
  let attempt: Connection | undefined;
  let current: Connection | undefined;
  let isAway = false;
  const running = stayConnected();

  async function stayConnected() {
    let failures = 0;
    while (!closing.signal.aborted) {
      const startedAt = performance.now();
      reportOutage(await useConnection().catch((reason) => reason));
      failures = performance.now() - startedAt > STEADY_MS ? 0 : failures + 1;
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  async function useConnection(): Promise<never> {
    let isRefused = false;
    const connection = await connect(url, ({ message }) => {
      if (!isRefused) log.warn({ reason: message }, 'Redis refused a command');
      isRefused = true;
    });
    attempt = connection;
    if (closing.signal.aborted) connection.lose(new Error('closing'));
    await connection.established;
    current = connection;
    if (isAway) log.info('Redis is back');
    isAway = false;
    for (const listener of listeners) listener(connection.client);
    const pings = setInterval(() => void run((client) => client.ping()).catch(() => undefined), PING_MS);
    return connection.lost.finally(() => {
      clearInterval(pings);
      current = undefined;
    });
  }

  function reportOutage(error: unknown) {
    const { message, code } = describeError(error);
    if (!isAway && !closing.signal.aborted)
      log.warn({ reason: message || code }, 'Redis is unreachable: until it is back, nodes count separately');
    isAway = true;
  }

  const run: Redis['run'] = async (command) => {
    if (!current) throw new Error('Redis is unreachable');
    return current.run(command);
  };

  return {
    run,
    onConnect(listener) {
      listeners.push(listener);
      if (current) listener(current.client);
    },
    async close() {
      closing.abort();
      attempt?.lose(new Error('closing'));
      await running;
    },
  };
}
