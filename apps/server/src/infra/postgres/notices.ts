import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig, type QueryConfig } from 'pg';
import { describeError, type Log } from '../log.ts';

/** What nodes tell each other, in the transaction that makes it true. Lost while a node is cut off: listeners hear so. */
export interface Notices {
  on: (topic: string, listener: (subject: string) => void) => void;
  /** Another channel, on the same connection. */
  hear: (channel: string, listener: (payload: string) => void) => void;
  /** Tells this node alone, at once. */
  tell: (topic: string, subject: string) => void;
  /** Called when notices may have been missed. */
  onGap: (listener: () => void) => void;
  close: () => Promise<void>;
}

const CHANNEL = 'parley';
const RETRY_MS = 500;
/** A connection that nothing comes over may be dead, and would be for hours before anybody says so. */
const BEAT_MS = 5_000;
/** The driver takes a time limit with each query; its types don't know. */
const BEAT: QueryConfig & { query_timeout: number } = { text: 'SELECT 1', query_timeout: 4_000 };

/** Statement that sends a notice when its transaction commits. */
export const notify = (topic: string, subject: string | number) => ({
  name: 'notify',
  text: `SELECT pg_notify('${CHANNEL}', $1)`,
  values: [`${topic}:${subject}`],
});

/** Listens on a connection of its own, and again whenever that breaks. */
export function openNotices(connection: ClientConfig, log: Log): Notices {
  const listeners = new Map<string, ((subject: string) => void)[]>();
  const channels = new Map([[CHANNEL, tellPayload]]);
  const gapListeners: (() => void)[] = [];
  const closing = new AbortController();
  let current: Client | undefined;
  const running = listen();

  const tell = (topic: string, subject: string) => {
    for (const listener of listeners.get(topic) ?? []) listener(subject);
  };

  function tellPayload(payload: string) {
    const [, topic = '', subject = ''] = /^([^:]*):(.*)$/s.exec(payload) ?? [];
    tell(topic, subject);
  }

  async function listen() {
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
    const client = new Client({
      ...connection,
      application_name: `parley notices ${process.pid}`,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    });
    const lost = Promise.withResolvers<unknown>();
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload = '' }) => channels.get(channel)?.(payload));
    try {
      await client.connect();
      await hearAll(client);
      const beating = setInterval(() => void client.query(BEAT).catch(lost.resolve), BEAT_MS);
      await Promise.race([ended, lost.promise]);
      clearInterval(beating);
    } finally {
      current = undefined;
      void client.end().catch(() => undefined);
    }
  }

  async function hearAll(client: Client) {
    // An end in the middle of connecting would be waited for in vain.
    closing.signal.addEventListener('abort', () => void client.end().catch(() => undefined), { once: true });
    if (closing.signal.aborted) return client.end();
    for (const channel of channels.keys()) await client.query(`LISTEN ${channel}`);
    current = client;
    tellGap();
  }

  const tellGap = () => {
    for (const listener of gapListeners) listener();
  };

  return {
    on: (topic, listener) => void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
    hear(channel, listener) {
      channels.set(channel, listener);
      current?.query(`LISTEN ${channel}`).then(tellGap, () => undefined);
    },
    tell,
    onGap: (listener) => void gapListeners.push(listener),
    async close() {
      closing.abort();
      await running;
    },
  };
}
