import { type CallResult, isTransient } from './connection/problem.ts';

interface SyncedValuePorts<V> {
  /** What the server assumes. */
  initial: V;
  isOpen(): boolean;
  send(value: V): Promise<CallResult<unknown> | undefined>;
  /** Throttles calls to one in this time. */
  intervalMs?: number;
}

/** Keeps the server at the latest value: one call at a time, repeated until it is answered. */
export function createSyncedValue<V>({ initial, isOpen, send, intervalMs = 0 }: SyncedValuePorts<V>) {
  let value = initial;
  let acknowledged = initial;
  let isSending = false;

  async function run() {
    if (isSending) return;
    isSending = true;
    while (isOpen() && value !== acknowledged) {
      const sent = value;
      const [result] = await Promise.all([send(sent), intervalMs && sleep(intervalMs)]);
      if (!result || (result.problem && isTransient(result.problem))) break;
      acknowledged = sent;
    }
    isSending = false;
  }

  return {
    run,
    get: () => value,
    set(next: V) {
      value = next;
      void run();
    },
    /** Back to the initial value, without a call. */
    reset() {
      value = initial;
      acknowledged = initial;
    },
    /** The server has lost the value: sends it again. */
    resend() {
      acknowledged = initial;
      void run();
    },
  };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
