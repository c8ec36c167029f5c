import { onTestFinished } from 'vitest';

/** TTL of a cache entry (kernel/cache.ts). */
const TTL_MS = 5_000;

let ahead = 0;

/** Expires cache entries, which do not follow the server's clock. */
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
