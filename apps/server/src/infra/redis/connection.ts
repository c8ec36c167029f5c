import type { RedisClientType } from '@redis/client';

/** One connection, from its first attempt until it is lost: nothing brings it back. */
export interface Connection {
  client: RedisClientType;
  /** Rejected when it can't be made. */
  made: Promise<unknown>;
  /** Rejected, with the reason, when it is over. */
  lost: Promise<never>;
  lose: (reason: Error) => void;
  /** A command that is not answered soon loses the connection, and with it fails whatever else waits. */
  run: <T>(command: (client: RedisClientType) => Promise<T>) => Promise<T>;
}

const ANSWER_MS = 500;
/** Shorter than the attempt: the library can't let go of a socket that is still connecting. */
const SOCKET_MS = 1_500;
const ATTEMPT_MS = 2_000;
const TICK_MS = 100;

/** Errors that Redis answers with are told besides: they break no connection. */
export async function connect(url: string, onRefusal: (error: Error) => void): Promise<Connection> {
  // Loaded only here: it is 30 MB that a server without Redis does not need.
  const { createClient, ErrorReply } = await import('@redis/client');
  const client: RedisClientType = createClient({
    url,
    name: `parley-${process.pid}`,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    // Its own time limit is for commands that were not sent yet, and costs as much as the command.
    commandOptions: { timeout: 0 },
    socket: { connectTimeout: SOCKET_MS, reconnectStrategy: false },
  });
  const { promise: lost, reject: lose } = Promise.withResolvers<never>();
  client.on('error', lose);
  const connecting = client.connect();
  lost.catch(() => {
    client.destroy();
    // A connection that is made nevertheless is not kept.
    connecting.then(() => client.destroy()).catch(() => undefined);
  });
  const made = within(Promise.race([connecting, lost]), ATTEMPT_MS, lose);
  const run: Connection['run'] = (command) =>
    within(command(client), ANSWER_MS, lose).catch((error) => {
      if (error instanceof ErrorReply) onRefusal(error);
      throw error;
    });
  return { client, made, lost, lose, run };
}

/** Only time in which an answer could have been heard counts: a busy process looks at its clock before its sockets. */
function within<T>(answer: Promise<T>, ms: number, onLate: (reason: Error) => void): Promise<T> {
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
  return answer.finally(() => clearTimeout(timer));
}
