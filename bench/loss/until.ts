import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a condition; false on timeout. */
export async function isIn(limitMs: number, condition: () => boolean | Promise<boolean>, everyMs = 20) {
  const deadline = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await sleep(everyMs);
  }
  return true;
}

export async function until(what: string, limitMs: number, condition: () => boolean | Promise<boolean>) {
  if (!(await isIn(limitMs, condition))) throw new Error(`Waited ${limitMs} ms in vain until ${what}`);
}
