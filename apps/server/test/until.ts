import { setTimeout as sleep } from 'node:timers/promises';

/** What takes long is asked less often: a token has 600 reads a minute. */
const pauseAfter = (waitedMs: number) => (waitedMs < 1_000 ? 20 : 100);

/** Waits for a condition to hold: no error and not false. The tests never sleep for a fixed time. */
export async function until<T>(
  condition: () => T | Promise<T>,
  what: string,
  timeoutMs = 20_000,
): Promise<Exclude<T, false>> {
  const began = performance.now();
  for (;;) {
    let last: unknown;
    try {
      const result = await condition();
      if (result !== false) return result as Exclude<T, false>;
    } catch (error) {
      last = error;
    }
    const waited = performance.now() - began;
    if (waited > timeoutMs) throw new Error(`Waited ${timeoutMs} ms in vain until ${what}`, { cause: last });
    await sleep(pauseAfter(waited));
  }
}
