import { randomUUID } from 'node:crypto';
import type { Bus } from './bus.ts';

interface Carrier {
  /** Waits for a moment in which more may come. */
  gather: () => Promise<unknown>;
  /** Rejected when it did not leave. */
  carry: (text: string) => Promise<unknown>;
}

interface Batch {
  texts: string[];
  /** Something of its sender did not leave before. */
  isAfterLoss: boolean;
}

interface Ends extends Bus {
  /** Takes what the carrier brought, from whomever. */
  receive: (text: string) => void;
  /** The carrier is there, or there again. */
  resume: () => void;
}

/** Characters that may wait to leave; what comes on top is lost, and the others are told so. */
const MOST_WAITING = 4 * 2 ** 20;

/** Both ends of a bus, whatever carries it: one batch is on its way at a time, and what is sent meanwhile is the next. */
export function createEnds({ gather, carry }: Carrier): Ends {
  const node = randomUUID();
  const listeners: ((text: string) => void)[] = [];
  const gapListeners: (() => void)[] = [];
  let [waiting, size, isLost]: [string[], number, boolean] = [[], 0, false];
  let leaving: Promise<void> | undefined;

  const leave = () => {
    leaving ??= leaveAll();
  };

  async function leaveAll() {
    do {
      await gather();
      const batch: Batch = { texts: waiting, isAfterLoss: isLost };
      [waiting, size, isLost] = [[], 0, false];
      await carry(node + JSON.stringify(batch)).catch(() => {
        isLost = true;
      });
    } while (waiting.length);
    // At once: what is sent after this leaves by itself.
    leaving = undefined;
  }

  const tellGap = () => {
    for (const listener of gapListeners) listener();
  };

  return {
    send(text) {
      if (size + text.length > MOST_WAITING) {
        isLost = true;
        return;
      }
      waiting.push(text);
      size += text.length;
      leave();
    },
    on: (listener) => void listeners.push(listener),
    onGap: (listener) => void gapListeners.push(listener),
    receive(text) {
      const batch = text.startsWith(node) ? undefined : read(text.slice(node.length));
      if (batch?.isAfterLoss) tellGap();
      for (const each of batch?.texts ?? []) for (const listener of listeners) listener(each);
    },
    resume() {
      tellGap();
      if (isLost) leave();
    },
    async close() {
      listeners.length = 0;
      gapListeners.length = 0;
      await leaving;
    },
  };
}

/** Another release may speak differently while servers are upgraded one by one. */
function read(text: string): Batch | undefined {
  try {
    const batch: Partial<Batch> = JSON.parse(text);
    return Array.isArray(batch.texts) ? { texts: batch.texts, isAfterLoss: batch.isAfterLoss === true } : undefined;
  } catch {
    return undefined;
  }
}
