interface GridItem {
  offsetLeft: number;
  offsetTop: number;
}

/** The index that an arrow key, Home or End leads to in a grid; the same where it leads nowhere. */
export function moveTo(key: string, from: number, items: readonly GridItem[]) {
  const here = items[from];
  const last = items.length - 1;
  if (!here) return from;
  // In right-to-left text the next one is on the left.
  const isRightToLeft = (items[1]?.offsetLeft ?? 0) < (items[0]?.offsetLeft ?? 0);
  const step = isRightToLeft ? -1 : 1;
  const steps: Record<string, number> = { ArrowRight: from + step, ArrowLeft: from - step, Home: 0, End: last };
  if (key === 'ArrowDown' || key === 'ArrowUp') return inOtherRow(here, items, key === 'ArrowDown') ?? from;
  return Math.max(0, Math.min(last, steps[key] ?? from));
}

/** The nearest item in the row below or above. */
function inOtherRow(here: GridItem, items: readonly GridItem[], isDown: boolean) {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  items.forEach(({ offsetLeft, offsetTop }, index) => {
    const rows = isDown ? offsetTop - here.offsetTop : here.offsetTop - offsetTop;
    // The nearest row first, then the nearest column.
    const distance = rows * 1_000 + Math.abs(offsetLeft - here.offsetLeft);
    if (rows <= 0 || distance >= least) return;
    best = index;
    least = distance;
  });
  return best;
}
