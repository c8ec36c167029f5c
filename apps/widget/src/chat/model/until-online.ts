/** Resolves after `ms`, or as soon as the browser is online again. */
export async function untilOnline(ms: number) {
  const stop = new AbortController();
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
    addEventListener('online', resolve, { signal: stop.signal });
  });
  stop.abort();
}
