const FIRST_MS = 1_000;
const LONGEST_MS = 15_000;

/** Waits exponentially longer before each retry, but not past the moment the browser is online again. */
export async function backOff(failures: number) {
  const stop = new AbortController();
  await new Promise((resolve) => {
    setTimeout(resolve, Math.min(FIRST_MS * 2 ** failures, LONGEST_MS));
    addEventListener('online', resolve, { signal: stop.signal });
  });
  stop.abort();
}
