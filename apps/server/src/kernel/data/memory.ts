import { LRUCache } from 'lru-cache';
import { createSweep } from './sweep.ts';

const MAX_ENTRIES = 5_000;
const TTL_MS = 600_000;
/** For this long, nothing is assumed about what another node has changed as well. */
const CONTESTED_MS = 60_000;

const CONTESTED = {};

/** What earlier writes on this node left for a write to assume, and what it leaves itself. */
export interface WriteMemory {
  /** Takes what an earlier write left, as an assumption: another node may have changed it since. */
  take: <T extends object>(key: string) => T | undefined;
  /** What this write leaves so far. */
  own: <T extends object>(key: string) => T | undefined;
  /** Leaves a value once this write is committed. */
  keep: (key: string, value: object) => void;
  /** Leaves nothing, and forgets what earlier writes left. */
  drop: (key: string) => void;
}

/**
 * What writes on this node left for later ones to assume. It may be out of date: a write that builds on it has the
 * database check it.
 */
export function createMemory() {
  const entries = new LRUCache<string, object>({ max: MAX_ENTRIES, ttl: TTL_MS });
  const sweepLater = createSweep(entries);

  return {
    clear: () => entries.clear(),
    /** For an attempt to write. A second attempt assumes nothing. */
    begin({ isSecond = false } = {}) {
      const kept = new Map<string, object>();
      const taken: string[] = [];
      let hasAssumed = false;
      /** Nobody else assumes the same meanwhile. */
      const take = (key: string) => {
        const found = entries.get(key);
        if (found === undefined || found === CONTESTED) return undefined;
        entries.delete(key);
        if (isSecond) return undefined;
        hasAssumed = true;
        taken.push(key);
        return found;
      };
      const memory: WriteMemory = {
        take: take as WriteMemory['take'],
        own: ((key: string) => kept.get(key)) as WriteMemory['own'],
        keep: (key, value) => void kept.set(key, value),
        drop(key) {
          kept.delete(key);
          if (entries.get(key) !== CONTESTED) entries.delete(key);
        },
      };
      return {
        memory,
        assume() {
          hasAssumed ||= !isSecond;
          return hasAssumed;
        },
        hasAssumed: () => hasAssumed,
        commit() {
          for (const [key, value] of kept) if (entries.get(key) !== CONTESTED) entries.set(key, value);
          if (kept.size) sweepLater();
        },
        /** What was taken was out of date. */
        contest() {
          for (const key of taken) entries.set(key, CONTESTED, { ttl: CONTESTED_MS });
        },
      };
    },
  };
}
