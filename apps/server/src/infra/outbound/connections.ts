import type { Client } from 'undici';
import type { Guard } from './guard.ts';
import { OutboundError } from './outbound-error.ts';

const CONNECT_MS = 10_000;

interface KeepOptions {
  /** How long an unused connection is kept, unless the server says less. */
  idleMs: number;
  /** After this the name is resolved again. */
  lifeMs: number;
}

/** Idle for less than the keep-alive timeout of most servers, so that they do not close a connection we just reused. */
const BRIEFLY: KeepOptions = { idleMs: 2_000, lifeMs: 60_000 };

/** A client with one connection, for one request at a time. */
export interface Connection {
  origin: string;
  client: Client;
  openedAt: number;
}

/**
 * Keeps connections for a short time, each to an address the guard checked. Unlike undici's pool, finding a free one among
 * hundreds takes no time.
 */
export function createConnections(guard: Guard, { idleMs, lifeMs } = BRIEFLY) {
  /** By origin, last used last. */
  const idle = new Map<string, Connection[]>();

  function forget(connection: Connection) {
    const others = idle.get(connection.origin)?.filter((each) => each !== connection) ?? [];
    if (others.length) idle.set(connection.origin, others);
    else idle.delete(connection.origin);
  }

  async function open(origin: string): Promise<Connection> {
    // Loaded on first use: most servers post nothing for hours, and it takes memory.
    const { Client } = await import('undici');
    const client = new Client(origin, {
      connect: (_target, callback) =>
        void connect(guard, new URL(origin)).then(
          (socket) => callback(null, socket),
          (error) => callback(error, null),
        ),
      allowH2: false,
      keepAliveTimeout: idleMs,
      // Timeouts come from the caller alone.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const connection = { origin, client, openedAt: performance.now() };
    client.on('disconnect', () => forget(connection));
    return connection;
  }

  return {
    /** One that is free, or a new one. It is the caller's until it is kept or destroyed. */
    take: (origin: string): Connection | Promise<Connection> => idle.get(origin)?.pop() ?? open(origin),

    keep(connection: Connection) {
      const { origin, client, openedAt } = connection;
      if (performance.now() - openedAt > lifeMs) void client.close();
      else idle.getOrInsertComputed(origin, () => []).push(connection);
    },

    close() {
      for (const { client } of [...idle.values()].flat()) void client.destroy();
      idle.clear();
    },
  };
}

/** A socket keeps its signal for life, so connecting has a signal of its own. */
async function connect(guard: Guard, url: URL) {
  const connecting = new AbortController();
  const timeoutError = new OutboundError('timeout', `${url.host} took longer than ${CONNECT_MS} ms to connect`);
  const timer = setTimeout(() => connecting.abort(timeoutError), CONNECT_MS);
  try {
    return await guard.connect(url, { httpsOnly: true }, connecting.signal);
  } finally {
    clearTimeout(timer);
  }
}
