interface Interval {
  low: number;
  high: number;
}

/** Where values stand between the lowest and the highest of all intervals, in per cent; zero is always among them. */
export function scaleOf(intervals: Interval[]) {
  const low = Math.min(0, ...intervals.map((each) => each.low));
  const high = Math.max(0, ...intervals.map((each) => each.high));
  const margin = (high - low || 1) * 0.06;
  const span = high - low + 2 * margin || 1;
  return (value: number) => ((value - low + margin) / span) * 100;
}

/** Whether the interval leaves no doubt. */
export function meaningOf({ low, high }: Interval) {
  if (low > 0) return 'more';
  return high < 0 ? 'fewer' : 'unclear';
}
