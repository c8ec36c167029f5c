import { useSyncExternalStore } from 'react';

/** A clock with one timer for all subscribers. */
function createClock(everyMs: number) {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;

  function subscribe(listener: () => void) {
    if (!listeners.size) {
      now = Date.now();
      timer = setInterval(() => {
        now = Date.now();
        for (const each of listeners) each();
      }, everyMs);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (!listeners.size) clearInterval(timer);
    };
  }

  return { subscribe, getNow: () => now };
}

const calm = createClock(10_000);
const exact = createClock(1_000);

/** For times in minutes. */
export function useNow() {
  return useSyncExternalStore(calm.subscribe, calm.getNow);
}

/** For times in seconds. */
export function useExactNow() {
  return useSyncExternalStore(exact.subscribe, exact.getNow);
}
