/** Looks take that share of the time at most. */
const SHARE = 0.05;

/** When each send was last looked at, by its id. The longer a look takes, the rarer it is. */
export function createLooks() {
  const last = new Map<number, { at: number; tookMs: number }>();
  return {
    isDue(id: number, everyMs: number) {
      const { at, tookMs } = last.get(id) ?? { at: -everyMs, tookMs: 0 };
      return performance.now() - at >= Math.max(everyMs, tookMs / SHARE);
    },

    async time(id: number, look: () => Promise<unknown>) {
      const at = performance.now();
      await look();
      last.set(id, { at, tookMs: performance.now() - at });
    },

    keepOnly(ids: Set<number>) {
      for (const id of last.keys()) if (!ids.has(id)) last.delete(id);
    },
  };
}
