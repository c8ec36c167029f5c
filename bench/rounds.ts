/** A table row: what was measured, and its figure. */
export type Row = [string, string];

/** For what has more than one figure. */
export interface Table {
  columns: string[];
  rows: string[][];
}

/** Repeated measurements of one thing. */
export interface Sample {
  median: number;
  min: number;
  max: number;
}

export function summarise(values: number[]): Sample {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median =
    sorted.length % 2 ? sorted[Math.floor(middle)] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  return { median: median ?? 0, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 };
}

/**
 * Machines drift by more than the differences we measure, so A and B alternate and each round gives one ratio, A over
 * B; who goes first alternates too. The first round warms both up and does not count.
 */
export async function interleave(a: () => Promise<number>, b: () => Promise<number>, rounds = 9) {
  const pairs: { a: number; b: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const first = round % 2 ? await a() : await b();
    const second = round % 2 ? await b() : await a();
    if (round > 0) pairs.push(round % 2 ? { a: first, b: second } : { a: second, b: first });
  }
  return {
    a: summarise(pairs.map((pair) => pair.a)),
    b: summarise(pairs.map((pair) => pair.b)),
    ratio: summarise(pairs.map((pair) => pair.a / pair.b)),
  };
}

export function format({ median, min, max }: Sample, digits = 0) {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}

/** The slow end of a sample and its median. */
export function formatP95(values: number[]) {
  const p95 = values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;
  return `${p95.toFixed(1)}, median ${summarise(values).median.toFixed(1)}`;
}
