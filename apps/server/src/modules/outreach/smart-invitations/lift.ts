/** How many of a group wrote. */
interface Group {
  wrote: number;
  of: number;
}

export interface Measured {
  /** Shown the invitation. */
  shown: Group;
  heldOut: Group;
}

export interface Lift {
  value: number;
  low: number;
  high: number;
}

const MIN_VISITORS = 100;
/** 95 %, two-sided. */
const Z = 1.959964;

/**
 * The difference between the shares of those who wrote, with the interval of Newcombe's method 10, which holds for the
 * small shares that are usual here. Null under 100 visitors a side.
 */
export function liftOf({ shown, heldOut }: Measured): Lift | null {
  if (shown.of < MIN_VISITORS || heldOut.of < MIN_VISITORS) return null;
  const [a, b] = [wilson(shown), wilson(heldOut)];
  const value = a.share - b.share;
  return {
    value,
    low: value - Math.hypot(a.share - a.low, b.high - b.share),
    high: value + Math.hypot(a.high - a.share, b.share - b.low),
  };
}

/**
 * Of several rules: their mean by the number of visitors. Adding the visitors of all rules up would compare different
 * ones, since each rule has a holdout of its own.
 */
export function combineLifts(rules: Measured[]): Lift | null {
  const lifts = rules.flatMap((rule) => {
    const lift = liftOf(rule);
    return lift ? [{ ...lift, weight: rule.shown.of + rule.heldOut.of }] : [];
  });
  if (!lifts.length) return null;
  const total = sum(lifts.map(({ weight }) => weight));
  const mean = sum(lifts.map(({ value, weight }) => (value * weight) / total));
  const spread = (side: 'low' | 'high') =>
    Math.hypot(...lifts.map((lift) => ((lift.value - lift[side]) * lift.weight) / total));
  return { value: mean, low: mean - spread('low'), high: mean + spread('high') };
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

/** A share with its score interval. */
function wilson({ wrote, of }: Group) {
  const share = wrote / of;
  const centre = (share + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of);
  const half = (Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2))) / (1 + Z ** 2 / of);
  return { share, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}
