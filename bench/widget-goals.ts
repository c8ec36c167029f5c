import { format, type Sample } from './rounds.ts';

/** A figure that says so when its middle is beyond the goal. */
export function judge(sample: Sample, goal: number, digits = 0) {
  return `${format(sample, digits)}${sample.median > goal ? ' (missed)' : ''}`;
}
