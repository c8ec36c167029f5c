import type { ClientConfig } from 'pg';
import type { Log } from '../log.ts';
import { openListener } from './listen.ts';
import type { RunSql } from './run-sql.ts';

/** Notices between nodes, sent in the transaction they are about. A node that was cut off misses some, and reports a gap. */
export interface Notices {
  on: (topic: string, listener: (subject: string) => void) => void;
  /** Listens to another channel on the same connection. */
  listen: (channel: string, listener: (payload: string) => void) => void;
  /** Calls the listeners of this node only, at once. */
  dispatch: (topic: string, subject: string) => void;
  /** Called when notices may have been missed. */
  onGap: (listener: () => void) => void;
  close: () => Promise<void>;
}

const CHANNEL = 'parley';

/** Sends a notice when the transaction commits. */
export const notify = (sql: RunSql, topic: string, subject: string | number) =>
  sql.prepared`SELECT pg_notify(${CHANNEL}, ${`${topic}:${subject}`})`;

export function openNotices(connection: ClientConfig, log: Log): Notices {
  const listeners = new Map<string, ((subject: string) => void)[]>();
  const gapListeners: (() => void)[] = [];
  const onGap = () => {
    for (const listener of gapListeners) listener();
  };
  const connected = openListener({ connection, log, onGap });

  function dispatch(topic: string, subject: string) {
    for (const listener of listeners.get(topic) ?? []) listener(subject);
  }

  connected.listen(CHANNEL, (payload) => {
    const [, topic = '', subject = ''] = /^([^:]*):(.*)$/s.exec(payload) ?? [];
    dispatch(topic, subject);
  });

  return {
    on: (topic, listener) => void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
    listen: connected.listen,
    dispatch,
    onGap: (listener) => void gapListeners.push(listener),
    close: connected.close,
  };
}
