import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** Utilization of the event loop from which on requests feel background work. */
const BUSY = 0.5;
/** Pauses of a busy server, over the time that the work before took. */
const PAUSE = 8;
const LONGEST_MS = 5_000;

/** Pauses between pieces of background work: none on an idle server, most of the time on a busy one. */
export type Pace = (tookMs: number, signal: AbortSignal) => Promise<void>;

export function createPace(isCrowded: () => boolean): Pace {
  let last = performance.eventLoopUtilization();
  return async (tookMs, signal) => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization < BUSY && !isCrowded()) return;
    await wait(Math.min(LONGEST_MS, tookMs * PAUSE), undefined, { signal });
  };
}
