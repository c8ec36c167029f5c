import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a condition to hold: no error and not false. The tests never sleep for a fixed time. */
export async function until<T>(
  condition: () => T | Promise<T>,
  what: string,
  timeoutMs = 20_000,
): Promise<Exclude<T, false>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    let last: unknown;
    try {
      const result = await condition();
      if (result !== false) return result as Exclude<T, false>;
    } catch (error) {
      last = error;
    }
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain until ${what}`, { cause: last });
    await sleep(20);
  }
}
