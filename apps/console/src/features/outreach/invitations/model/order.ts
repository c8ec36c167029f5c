interface Ranked {
  id: number;
  priority: number;
}

const MAX_PRIORITY = 1_000;
/** Leaves room for others at the ends. */
const STEP = 10;

/** The list with one of its rules moved to another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  return item === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/**
 * Priorities that put rules into this order: of the moved one alone if there is room between its neighbours, else of as
 * many as it takes. Of equal priorities the older rule, which has the smaller id, comes first.
 */
export function prioritiesFor(rules: readonly Ranked[], movedId: number): Ranked[] {
  const at = rules.findIndex(({ id }) => id === movedId);
  const range = rangeBetween(rules[at - 1], rules[at + 1], movedId);
  if (range) {
    const { least, most } = range;
    const current = rules[at]?.priority ?? 0;
    return least <= current && current <= most ? [] : [{ id: movedId, priority: range.best }];
  }
  const step = Math.floor(MAX_PRIORITY / (rules.length + 1));
  return rules
    .map(({ id }, place) => ({ id, priority: (place + 1) * step }))
    .filter(({ priority: next }, place) => rules[place]?.priority !== next);
}

/** A little before the first, a little after the last, or in the middle. */
function rangeBetween(before: Ranked | undefined, after: Ranked | undefined, id: number) {
  const least = before ? before.priority + Number(before.id > id) : 1;
  const most = after ? after.priority - Number(after.id < id) : MAX_PRIORITY;
  if (least > most) return undefined;
  if (!before) return { least, most, best: Math.max(least, most - STEP) };
  return { least, most, best: after ? Math.ceil((least + most) / 2) : Math.min(most, least + STEP) };
}
