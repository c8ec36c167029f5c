/** Reproducible randomness: the same seed draws the same numbers. */
export interface Random {
  /** In [0, 1). */
  next: () => number;
  between: (least: number, most: number) => number;
  pick: <T>(list: readonly T[]) => T;
  /** A separate generator, so that one part's draws do not depend on another's. */
  fork: () => Random;
}

/** mulberry32 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
    fork: () => createRandom(next() * 2 ** 32),
  };
}
