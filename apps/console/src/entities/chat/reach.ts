import type { Chat } from '@parley/live';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Less than this is urgent. */
const URGENT_MS = HOUR_MS;

/** Whether the customer of a chat can be written to now. A time to reply ends without news from the server. */
export function reachAt(reach: Chat['reach'], now: number) {
  if (!reach) return undefined;
  const left = reach.reply_until === null ? undefined : Date.parse(reach.reply_until) - now;
  if (reach.state !== 'open') return { state: reach.state };
  if (left === undefined || left > DAY_MS) return { state: reach.state };
  return left > 0 ? { state: reach.state, left, isUrgent: left < URGENT_MS } : { state: 'window_closed' as const };
}

/** Whole hours and minutes, rounded up: nobody is told of no time while there is some. */
export function hoursAndMinutes(ms: number) {
  const minutes = Math.ceil(ms / MINUTE_MS);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
