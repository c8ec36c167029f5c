import type { RedisClientType } from '@redis/client';

/** One connection, from its attempt until it is lost. It does not reconnect. */
export interface Connection {
  client: RedisClientType;
  /** Rejects if it cannot be established. */
  established: Promise<unknown>;
  /** Rejects with the reason when the connection ends. */
  lost: Promise<never>;
  lose: (reason: Error) => void;
  /** A command without a timely response ends the connection, and with it every waiting command. */
  run: <T>(command: (client: RedisClientType) => Promise<T>) => Promise<T>;
}

const RESPONSE_MS = 500;
/** Shorter than the attempt: the library cannot destroy a socket that is still connecting. */
const SOCKET_MS = 1_500;
const ATTEMPT_MS = 2_000;
const TICK_MS = 100;

/** `onRefusal` gets error replies of Redis, which do not end the connection. */
export async function connect(url: string, onRefusal: (error: Error) => void): Promise<Connection> {
  // Loaded only here: it is 30 MB that a server without Redis does not need.
  const { createClient, ErrorReply } = await import('@redis/client');
  const client: RedisClientType = createClient({
    url,
    name: `parley-${process.pid}`,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    // The timeout of the library covers only unsent commands, and costs as much as a command.
    commandOptions: { timeout: 0 },
    socket: { connectTimeout: SOCKET_MS, reconnectStrategy: false },
  });
  const { promise: lost, reject: lose } = Promise.withResolvers<never>();
  client.on('error', lose);
  const connecting = client.connect();
  lost.catch(() => {
    client.destroy();
    // It may still connect after the attempt was given up.
    connecting.then(() => client.destroy()).catch(() => undefined);
  });
  const established = withDeadline(Promise.race([connecting, lost]), ATTEMPT_MS, lose);
  const run: Connection['run'] = (command) =>
    withDeadline(command(client), RESPONSE_MS, lose).catch((error) => {
      if (error instanceof ErrorReply) onRefusal(error);
      throw error;
    });
  return { client, established, lost, lose, run };
}

/** Counts only time in which the event loop was free: a busy process runs timers before it reads its sockets. */
function withDeadline<T>(promise: Promise<T>, ms: number, onLate: (reason: Error) => void): Promise<T> {
  let [left, timer]: [number, NodeJS.Timeout?] = [ms];
  const wait = () => {
    const due = performance.now() + TICK_MS;
    timer = setTimeout(() => {
      if (performance.now() < due + TICK_MS) left -= TICK_MS;
      if (left > 0) wait();
      else onLate(new Error(`no response within ${ms} ms`));
    }, TICK_MS);
  };
  wait();
  return promise.finally(() => clearTimeout(timer));
}
