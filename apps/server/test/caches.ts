import { onTestFinished } from 'vitest';

/** How long a cache remembers what nobody told it to forget (kernel/cache.ts). */
const TTL_MS = 5_000;

let ahead = 0;

/** Time goes by for caches, which do not follow the clock of the server. */
export function ageCaches(milliseconds = TTL_MS) {
  if (ahead === 0) {
    const real = performance.now.bind(performance);
    performance.now = () => real() + ahead;
    onTestFinished(() => {
      performance.now = real;
      ahead = 0;
    });
  }
  ahead += milliseconds;
}
