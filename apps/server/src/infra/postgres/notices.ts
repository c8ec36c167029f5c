import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { describeError, type Log } from '../log.ts';

/** What nodes tell each other, in the transaction that makes it true. Lost while a node is cut off: listeners hear so. */
export interface Notices {
  on: (topic: string, listener: (subject: string) => void) => void;
  /** Tells this node alone, at once. */
  tell: (topic: string, subject: string) => void;
  /** Called when notices may have been missed. */
  onGap: (listener: () => void) => void;
  close: () => Promise<void>;
}

const CHANNEL = 'parley';
const RETRY_MS = 500;

/** Statement that sends a notice when its transaction commits. */
export const notify = (topic: string, subject: string | number) => ({
  name: 'notify',
  text: `SELECT pg_notify('${CHANNEL}', $1)`,
  values: [`${topic}:${subject}`],
});

/** Listens on a connection of its own, and again whenever that breaks. */
export function openNotices(connection: ClientConfig, log: Log): Notices {
  const listeners = new Map<string, ((subject: string) => void)[]>();
  const gapListeners: (() => void)[] = [];
  const closing = new AbortController();
  const running = listen();

  const tell = (topic: string, subject: string) => {
    for (const listener of listeners.get(topic) ?? []) listener(subject);
  };

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
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', () => undefined);
    client.on('notification', ({ payload = '' }) => {
      const [, topic = '', subject = ''] = /^([^:]*):(.*)$/s.exec(payload) ?? [];
      tell(topic, subject);
    });
    try {
      await client.connect();
      await hear(client);
      await ended;
    } finally {
      void client.end().catch(() => undefined);
    }
  }

  async function hear(client: Client) {
    // An end in the middle of connecting would be waited for in vain.
    closing.signal.addEventListener('abort', () => void client.end().catch(() => undefined), { once: true });
    if (closing.signal.aborted) return client.end();
    await client.query(`LISTEN ${CHANNEL}`);
    for (const listener of gapListeners) listener();
  }

  return {
    on: (topic, listener) => void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
    tell,
    onGap: (listener) => void gapListeners.push(listener),
    async close() {
      closing.abort();
      await running;
    },
  };
}
