import { setTimeout as sleep } from 'node:timers/promises';

/** What a promise gives, or undefined once the time is up. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const timer = new AbortController();
  const timeUp = sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise, timeUp]);
  } finally {
    timer.abort();
  }
}
