import { describeError, type Log } from '../../infra/log.ts';
import type { Lane } from '../data/tables.ts';
import { createLanes, type LaneLimits } from './lanes.ts';
import { createPump, type Queue } from './pump.ts';

export interface LeasingOptions<Item> {
  queue: Queue<Item>;
  limits: LaneLimits;
  log: Log;
  /** Whether requests wait for a database connection. */
  isCrowded: () => boolean;
  /** Aborted when the server stops. */
  closing: AbortController;
}

/** A node that has not settled or renewed an item by then was killed, and another one takes it. */
export const LEASE = { seconds: 15 };
const POLL_MS = 1_000;

/**
 * Works off a table of items. What this node's own commits add is worked off at once; the poll finds what falls due and
 * what a node that died left behind.
 */
export function startLeasing<Item>({ queue, limits, log, isCrowded, closing }: LeasingOptions<Item>) {
  const lanes = createLanes(limits);
  const pump = createPump({ queue, lanes, log, isCrowded, closing: closing.signal });

  function wake(woken: Lane[]) {
    for (const lane of woken) lanes.markDue(lane);
    pump.wake();
  }

  async function poll() {
    try {
      wake(await queue.listDueLanes());
    } catch (error) {
      log.warn({ reason: describeError(error).message }, `${queue.name} are delayed`);
    }
  }

  let polling: Promise<void> | undefined;
  const timer = setInterval(() => {
    polling ??= poll().finally(() => {
      polling = undefined;
    });
  }, POLL_MS);

  return {
    wake,
    accept: pump.accept,
    /** Whether this node can take what a commit adds. */
    hasCapacity: () => lanes.hasCapacity() && !closing.signal.aborted,
    inFlight: lanes.inFlight,
    /** Waits for what is in flight; the caller limits how long. */
    async close() {
      closing.abort();
      clearInterval(timer);
      await Promise.allSettled([polling, pump.drain()]);
    },
  };
}
