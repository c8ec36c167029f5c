import type { visitorLive } from '@parley/contract';
import type { Connection } from '../connection/connection.ts';
import { createTelling } from '../synced-value.ts';

const RECEIVED_EVERY_MS = 1_000;

/** Says up to which message a visitor has all and has seen all. */
export function createReceipts(
  { call, isCurrent }: Connection<typeof visitorLive.calls>,
  { have, onUnread }: { have(): number; onUnread(unread: number): void },
) {
  const seen = createTelling({ initial: 0, isOpen: isCurrent, tell: see });
  const received = createTelling({
    initial: 0,
    isOpen: isCurrent,
    tell: (seq) => call('received', { seq }),
    everyMs: RECEIVED_EVERY_MS,
  });

  async function see(seq: number) {
    const answer = await call('seen', { seq });
    if (answer?.data && seq === have()) onUnread(answer.data.unread);
    return answer;
  }

  return {
    /** What was seen is received. */
    receive() {
      if (have() > seen.wanted()) received.want(have());
    },
    see: () => seen.want(have()),
    /** The numbers were those of another chat. */
    forget() {
      seen.forget();
      received.forget();
    },
    run() {
      void seen.run();
      void received.run();
    },
  };
}
