/** Well within a lease. */
const RENEW_MS = 5_000;

/**
 * Does work on a leased item, and renews the lease meanwhile. The signal aborts when the lease has gone to another node or
 * the item is gone, and with the signal that is passed.
 */
export async function whileRenewed<T>(
  renew: () => Promise<boolean>,
  closing: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const timer = setInterval(() => {
    renew().then(
      (isHeld) => isHeld || lost.abort(new Error('the lease is lost')),
      () => undefined,
    );
  }, RENEW_MS);
  try {
    return await work(AbortSignal.any([lost.signal, closing]));
  } finally {
    clearInterval(timer);
  }
}
