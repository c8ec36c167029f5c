import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig, type QueryConfig } from 'pg';
import { describeError, type Log } from '../log.ts';

interface ListenOptions {
  connection: ClientConfig;
  log: Log;
  /** Called when it listens again: notifications may have been missed. */
  onGap: () => void;
}

const RETRY_MS = 500;
/** Without a probe, TCP takes hours to notice that a silent connection is dead. */
const PROBE_MS = 5_000;
/** The driver accepts a time limit for each query; its types don't have it. */
const PROBE: QueryConfig & { query_timeout: number } = { text: 'SELECT 1', query_timeout: 4_000 };

/** A dedicated connection that listens to channels, and reconnects when it breaks. */
export function openListener({ connection, log, onGap }: ListenOptions) {
  const channels = new Map<string, (payload: string) => void>();
  const closing = new AbortController();
  let current: Client | undefined;
  const running = keepListening();

  async function keepListening() {
    while (!closing.signal.aborted) {
      try {
        await listenOnce();
      } catch (error) {
        log.debug({ reason: describeError(error).message }, 'notices of other nodes are interrupted');
      }
      await sleep(RETRY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  async function listenOnce() {
    const client = createClient(connection);
    const lost = Promise.withResolvers<unknown>();
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('notification', ({ channel, payload = '' }) => channels.get(channel)?.(payload));
    try {
      await client.connect();
      await listenToAll(client);
      const probing = setInterval(() => void client.query(PROBE).catch(lost.resolve), PROBE_MS);
      await Promise.race([ended, lost.promise]);
      clearInterval(probing);
    } finally {
      current = undefined;
      void client.end().catch(() => undefined);
    }
  }

  async function listenToAll(client: Client) {
    // Only now: `end` never resolves while the client is still connecting.
    closing.signal.addEventListener('abort', () => void client.end().catch(() => undefined), { once: true });
    if (closing.signal.aborted) return client.end();
    for (const channel of channels.keys()) await client.query(`LISTEN ${channel}`);
    current = client;
    onGap();
  }

  return {
    listen(channel: string, listener: (payload: string) => void) {
      channels.set(channel, listener);
      current?.query(`LISTEN ${channel}`).then(onGap, () => undefined);
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}

function createClient(connection: ClientConfig) {
  const client = new Client({
    ...connection,
    application_name: `parley notices ${process.pid}`,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  return client;
}
