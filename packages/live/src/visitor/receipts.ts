import type { visitorLive } from '@parley/contract';
import type { Connection } from '../connection/connection.ts';
import { createSyncedValue } from '../synced-value.ts';

const RECEIVED_INTERVAL_MS = 1_000;

/** Tells the server up to which message the visitor has received and seen everything. */
export function createReceipts(
  { call, isCurrent }: Connection<typeof visitorLive.calls>,
  { lastSeq, onUnread }: { lastSeq(): number; onUnread(unread: number): void },
) {
  const seen = createSyncedValue({ initial: 0, isOpen: isCurrent, send: sendSeen });
  const received = createSyncedValue({
    initial: 0,
    isOpen: isCurrent,
    send: (seq) => call('received', { seq }),
    intervalMs: RECEIVED_INTERVAL_MS,
  });

  async function sendSeen(seq: number) {
    const result = await call('seen', { seq });
    if (result?.data && seq === lastSeq()) onUnread(result.data.unread);
    return result;
  }

  return {
    /** Unless seen, which implies received. */
    receive() {
      if (lastSeq() > seen.get()) received.set(lastSeq());
    },
    see: () => seen.set(lastSeq()),
    /** For another chat, with its own numbers. */
    reset() {
      seen.reset();
      received.reset();
    },
    run() {
      void seen.run();
      void received.run();
    },
  };
}
