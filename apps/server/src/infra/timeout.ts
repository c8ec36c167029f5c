import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves like the promise, or to undefined once the time is up. */
export async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const timer = new AbortController();
  const timeout = sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    timer.abort();
  }
}
