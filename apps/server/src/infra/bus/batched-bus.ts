import { randomUUID } from 'node:crypto';
import type { Bus } from './bus.ts';

interface Transport {
  /** Waits a moment for more messages to send together. */
  gather: () => Promise<unknown>;
  /** Rejects if the text could not be sent. */
  send: (text: string) => Promise<unknown>;
}

interface Batch {
  texts: string[];
  /** Whether earlier messages of this sender were lost. */
  isAfterLoss: boolean;
}

interface BatchedBus extends Bus {
  /** Handles a batch that the transport received, from any node. */
  receive: (text: string) => void;
  /** Called when the transport is connected, or connected again. */
  resume: () => void;
}

/** Characters that may wait to be sent; more are dropped, and the other nodes learn that some are lost. */
const MAX_WAITING = 4 * 2 ** 20;

/** A bus over any transport. One batch is in flight at a time; what is sent meanwhile makes up the next. */
export function createBatchedBus({ gather, send }: Transport): BatchedBus {
  const node = randomUUID();
  const listeners: ((text: string) => void)[] = [];
  const gapListeners: (() => void)[] = [];
  let [waiting, size, isLost]: [string[], number, boolean] = [[], 0, false];
  let flushing: Promise<void> | undefined;

  const flush = () => {
    flushing ??= flushAll();
  };

  async function flushAll() {
    do {
      await gather();
      const batch: Batch = { texts: waiting, isAfterLoss: isLost };
      [waiting, size, isLost] = [[], 0, false];
      await send(node + JSON.stringify(batch)).catch(() => {
        isLost = true;
      });
    } while (waiting.length);
    // In the same tick as the check: a later message starts the next flush.
    flushing = undefined;
  }

  const reportGap = () => {
    for (const listener of gapListeners) listener();
  };

  return {
    send(text) {
      if (size + text.length > MAX_WAITING) {
        isLost = true;
        return;
      }
      waiting.push(text);
      size += text.length;
      flush();
    },
    on: (listener) => void listeners.push(listener),
    onGap: (listener) => void gapListeners.push(listener),
    receive(text) {
      const batch = text.startsWith(node) ? undefined : parseBatch(text.slice(node.length));
      if (batch?.isAfterLoss) reportGap();
      for (const each of batch?.texts ?? []) for (const listener of listeners) listener(each);
    },
    resume() {
      reportGap();
      if (isLost) flush();
    },
    async close() {
      listeners.length = 0;
      gapListeners.length = 0;
      await flushing;
    },
  };
}

/** During a rolling upgrade, another release may send a different format. */
function parseBatch(text: string): Batch | undefined {
  try {
    const batch: Partial<Batch> = JSON.parse(text);
    return Array.isArray(batch.texts) ? { texts: batch.texts, isAfterLoss: batch.isAfterLoss === true } : undefined;
  } catch {
    return undefined;
  }
}
