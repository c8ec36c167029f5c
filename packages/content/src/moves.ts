interface Place {
  offsetLeft: number;
  offsetTop: number;
}

/** Which of the places a key leads to from one of them; the same where it leads nowhere. */
export function moveTo(key: string, from: number, places: readonly Place[]) {
  const here = places[from];
  const last = places.length - 1;
  if (!here) return from;
  // In a row that is read from the right the next one is on the left.
  const isFromRight = (places[1]?.offsetLeft ?? 0) < (places[0]?.offsetLeft ?? 0);
  const step = isFromRight ? -1 : 1;
  const steps: Record<string, number> = { ArrowRight: from + step, ArrowLeft: from - step, Home: 0, End: last };
  if (key === 'ArrowDown' || key === 'ArrowUp') return otherRow(here, places, key === 'ArrowDown') ?? from;
  return Math.max(0, Math.min(last, steps[key] ?? from));
}

/** The nearest place in the next row, or in the one before. */
function otherRow(here: Place, places: readonly Place[], isDown: boolean) {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  places.forEach(({ offsetLeft, offsetTop }, index) => {
    const rows = isDown ? offsetTop - here.offsetTop : here.offsetTop - offsetTop;
    // How far away the row is counts before anything else.
    const distance = rows * 1_000 + Math.abs(offsetLeft - here.offsetLeft);
    if (rows <= 0 || distance >= least) return;
    best = index;
    least = distance;
  });
  return best;
}
