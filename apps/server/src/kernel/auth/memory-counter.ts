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
export class MemoryCounter {
  readonly limit: number;
  readonly #windowMs: number;
  readonly #windows = new Map<string, Window>();
  #sweepAt = 0;

  constructor(limit: number, seconds: number) {
    this.limit = limit;
    this.#windowMs = seconds * 1_000;
  }

  add(key: string): Count {
    const now = Date.now();
    const window = this.#find(key, now) ?? this.#start(key, now);
    window.count += 1;
    return this.#toCount(window, now);
  }

  peek(key: string): Count | undefined {
    const now = Date.now();
    const found = this.#find(key, now);
    return found && { ...this.#toCount(found, now), isOver: found.count >= this.limit };
  }

  undo(key: string) {
    const found = this.#find(key, Date.now());
    if (found) found.count -= 1;
  }

  reset(key: string) {
    this.#windows.delete(key);
  }

  #find(key: string, now: number) {
    const found = this.#windows.get(key);
    if (!found || found.endsAt > now) return found;
    // Deleted, so that the next one is added at the end of the map.
    this.#windows.delete(key);
    return undefined;
  }

  #start(key: string, now: number): Window {
    this.#removeEnded(now);
    const started = { count: 0, endsAt: now + this.#windowMs };
    this.#windows.set(key, started);
    return started;
  }

  #removeEnded(now: number) {
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + SWEEP_MS;
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now) break;
      this.#windows.delete(key);
    }
  }

  #toCount({ count, endsAt }: Window, now: number): Count {
    return {
      limit: this.limit,
      remaining: Math.max(this.limit - count, 0),
      resetMs: endsAt - now,
      isOver: count > this.limit,
    };
  }
}
