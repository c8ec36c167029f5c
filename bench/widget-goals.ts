import { format, type Sample } from './rounds.ts';

/** A figure marked when its median misses the goal. */
export function judge(sample: Sample, goal: number, digits = 0) {
  return `${format(sample, digits)}${sample.median > goal ? ' (missed)' : ''}`;
}
