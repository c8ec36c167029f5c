import type { LRUCache } from 'lru-cache';

const SWEEP_MS = 30_000;

/**
 * Removes expired entries as long as there are any; the library itself removes them only when they are looked up. Call it
 * after adding one. Nothing has to be closed.
 */
export function createSweep(entries: Pick<LRUCache<string, object>, 'size' | 'purgeStale'>) {
  let isWaiting = false;
  return function sweepLater() {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      entries.purgeStale();
      if (entries.size) sweepLater();
    }, SWEEP_MS).unref();
  };
}
