import type { Period, TrendInterval } from '@parley/contract';
import { invalid } from '../problems.ts';
import { clampToStorable, parseRange, ZONE } from './moments.ts';

/** Half-open: [from, to). */
export interface Window {
  from: Temporal.Instant;
  to: Temporal.Instant;
}

interface WindowQuery {
  period?: Period;
  from?: string;
  to?: string;
}

const TRAILING = { hours: 30 * 24 };

/** The requested window: a named period, a range, or the last 30 days. */
export function windowOf({ period, ...range }: WindowQuery, now: Temporal.Instant): Window {
  if (period) {
    if (range.from ?? range.to) throw invalid({ period: 'cannot be combined with from or to' });
    return periodOf(period, now);
  }
  const { to = now, from = clampToStorable(to.subtract(TRAILING)) } = parseRange(range);
  if (Temporal.Instant.compare(from, to) >= 0) throw invalid({ from: 'must be before to' });
  return { from, to };
}

function periodOf(period: Period, now: Temporal.Instant): Window {
  const today = startOf(now, 'day');
  if (period === 'yesterday') {
    const midnight = today.toInstant();
    return { from: today.subtract({ days: 1 }).startOfDay().toInstant(), to: midnight };
  }
  return { from: startOf(now, period === 'today' ? 'day' : period).toInstant(), to: now };
}

/** Start of the moment's hour, day, week (Monday) or month. */
export function startOf(moment: Temporal.Instant, interval: TrendInterval, zone = ZONE) {
  const local = moment.toZonedDateTimeISO(zone);
  if (interval === 'hour') return local.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const day = local.startOfDay();
  if (interval === 'week') return day.subtract({ days: day.dayOfWeek - 1 }).startOfDay();
  return interval === 'month' ? day.with({ day: 1 }).startOfDay() : day;
}

export const boundsOf = ({ from, to }: Window, zone = ZONE) => ({ from: format(from, zone), to: format(to, zone) });

function format(moment: Temporal.Instant, zone: string) {
  return moment.toZonedDateTimeISO(zone).toString({ timeZoneName: 'never', fractionalSecondDigits: 3 });
}
