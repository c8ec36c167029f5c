/** Of reciprocal ranks: how little the first places differ. */
const FLATNESS = 60;

/** Places in a list that is sorted by score. Equal scores share one. */
export function ranksOf<Item>(sorted: Item[], scoreOf: (item: Item) => number) {
  let rank = 0;
  return sorted.map((item, at) => {
    const before = sorted[at - 1];
    if (before === undefined || scoreOf(before) !== scoreOf(item)) rank = at + 1;
    return rank;
  });
}

/** A place in one of the lists. */
interface Place {
  rank: number | null;
  /** What it counts, up to 1. */
  weight: number;
}

/** What places are worth together, 1 for the first in all lists. */
export function fuse(places: Place[]) {
  const best = places.length / (FLATNESS + 1);
  return places.reduce((sum, { rank, weight }) => sum + (rank === null ? 0 : weight / (FLATNESS + rank)), 0) / best;
}
