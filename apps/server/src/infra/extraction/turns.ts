/** Runs work one at a time in the order it comes. Who waits may give up. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    let hasBegun = false;
    const turn = last.then(() => {
      signal.throwIfAborted();
      hasBegun = true;
      return work();
    });
    last = turn.catch(() => undefined);
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    const giveUp = () => {
      // Work that has begun ends by itself, once nothing of it is left.
      if (!hasBegun) reject(signal.reason);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      return await Promise.race([turn, givenUp]);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  };
}
