import type { CountedSend } from './send.ts';

/** How many were dealt with at a time. */
export interface Reading {
  at: number;
  done: number;
}

const SPAN_MS = 30_000;
const MINUTE_MS = 60_000;

export const doneOf = ({ counts: { total, pending } }: Pick<CountedSend, 'counts'>) => total - pending;

/** Of a whole; the last hundredth waits for the last recipient. */
export function percentOf({ counts }: Pick<CountedSend, 'counts'>) {
  if (!counts.total) return 0;
  return Math.floor(((counts.total - counts.pending) / counts.total) * 100);
}

/** Adds a reading, and drops those that say nothing of the pace now. */
export function addReading(readings: Reading[], next: Reading) {
  const last = readings.at(-1);
  if (last && (last.at >= next.at || last.done > next.done)) return last.done > next.done ? [next] : readings;
  return [...readings.filter(({ at }) => next.at - at <= SPAN_MS), next];
}

/** A minute; undefined before two readings differ. */
export function paceOf(readings: Reading[]) {
  const [first] = readings;
  const last = readings.at(-1);
  if (!first || !last || last.done <= first.done) return undefined;
  return ((last.done - first.done) / (last.at - first.at)) * MINUTE_MS;
}

/** When the last recipient is reached at this pace. */
export const endOf = (pending: number, perMinute: number, now: number) => now + (pending / perMinute) * MINUTE_MS;

/** Whether a time of day is in a window, which may span midnight. */
export const isWithin = ({ from, to }: { from: string; to: string }, time: string) =>
  from < to ? time >= from && time < to : time >= from || time < to;
