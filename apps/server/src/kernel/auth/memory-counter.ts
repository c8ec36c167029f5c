/** State of a counter after a call. */
export interface Count {
  limit: number;
  remaining: number;
  resetMs: number;
  isOver: boolean;
}

interface Window {
  count: number;
  endsAt: number;
}

const SWEEP_MS = 1_000;

/**
 * Counts calls per key in memory. The window of a key starts with its first call. Windows of one counter end in the
 * order they started, so those that have ended are at the front of the map and need no timers.
 */
export function createMemoryCounter(limit: number, seconds: number) {
  const windows = new Map<string, Window>();
  let sweepAt = 0;

  function removeEnded(now: number) {
    if (now < sweepAt) return;
    sweepAt = now + SWEEP_MS;
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now) break;
      windows.delete(key);
    }
  }

  function find(key: string, now: number) {
    const found = windows.get(key);
    if (!found || found.endsAt > now) return found;
    // Deleted, so that the next one is added at the end of the map.
    windows.delete(key);
    return undefined;
  }

  function start(key: string, now: number): Window {
    removeEnded(now);
    const started = { count: 0, endsAt: now + seconds * 1_000 };
    windows.set(key, started);
    return started;
  }

  const toCount = ({ count, endsAt }: Window, now: number): Count => ({
    limit,
    remaining: Math.max(limit - count, 0),
    resetMs: endsAt - now,
    isOver: count > limit,
  });

  return {
    add(key: string): Count {
      const now = Date.now();
      const window = find(key, now) ?? start(key, now);
      window.count += 1;
      return toCount(window, now);
    },
    peek(key: string): Count | undefined {
      const now = Date.now();
      const found = find(key, now);
      return found && { ...toCount(found, now), isOver: found.count >= limit };
    },
    undo(key: string) {
      const found = find(key, Date.now());
      if (found) found.count -= 1;
    },
    reset: (key: string) => void windows.delete(key),
  };
}
