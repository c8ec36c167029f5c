const DURATIONS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400, 172_800, 604_800,
];
const MOST_STEPS = 4;

export type Scale = 'count' | 'duration' | 'rating';

/** Round values from nothing to at least the largest, a few steps apart. Ratings always have all of theirs. */
export function ticksUpTo(largest: number, scale: Scale): number[] {
  if (scale === 'rating') return [1, 2, 3, 4, 5];
  const step = scale === 'duration' ? durationStep(largest) : countStep(largest);
  return Array.from({ length: Math.max(1, Math.ceil(largest / step)) + 1 }, (_, index) => index * step);
}

const durationStep = (largest: number) =>
  DURATIONS.find((step) => largest / step <= MOST_STEPS) ?? countStep(largest / 604_800) * 604_800;

/** 1, 2 or 5 times a power of ten. */
function countStep(largest: number) {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, largest / MOST_STEPS))));
  return [power, 2 * power, 5 * power].find((step) => largest / step <= MOST_STEPS) ?? 10 * power;
}

/** Indexes of a few evenly spaced labels. */
export function labelIndexes(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}
