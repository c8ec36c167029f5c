import type { api, Period, TrendInterval } from '@parley/contract';
import { clampToStorable, parseRange, ZONE } from '../../../kernel/data/moments.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { invalid } from '../../../kernel/problems.ts';
import type { Stretches } from './store/counts.ts';

/** Half-open: [from, to). */
export interface Window {
  from: Temporal.Instant;
  to: Temporal.Instant;
}

type WindowName = 'period' | 'from' | 'to';

export type Range = Query<typeof api.stats.channels, WindowName>;
export type StatsQuery = Query<typeof api.stats.read, WindowName | 'metric'>;
export type SeriesQuery = Query<typeof api.stats.timeseries, WindowName | 'metric' | 'interval'>;
export type AgentsQuery = Query<typeof api.stats.agents, WindowName | 'metric' | 'cursor' | 'limit'>;
export type HoursQuery = Query<typeof api.stats.hours, 'from' | 'to'>;
export type TrendQuery = Query<typeof api.stats.trend, 'from' | 'to' | 'interval'>;
export type AgentQuery = Query<typeof api.stats.agent, WindowName | 'metric'>;

const TRAILING = { hours: 30 * 24 };

/** The requested window: a named period, a range, or the last 30 days. */
export function windowOf({ period, ...range }: Range, now: Temporal.Instant): Window {
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
function startOf(moment: Temporal.Instant, interval: TrendInterval, zone = ZONE) {
  const local = moment.toZonedDateTimeISO(zone);
  if (interval === 'hour') return local.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const day = local.startOfDay();
  if (interval === 'week') return day.subtract({ days: day.dayOfWeek - 1 }).startOfDay();
  return interval === 'month' ? day.with({ day: 1 }).startOfDay() : day;
}

const STEPS = { hour: { hours: 1 }, day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } };
const MAX_BUCKETS = 366;

/** Cuts the window at every hour, midnight, Monday or first of a month. */
export function bucketsOf({ from, to }: Window, interval: TrendInterval, zone = ZONE): Window[] {
  const buckets: Window[] = [];
  for (let start = from; Temporal.Instant.compare(start, to) < 0; ) {
    if (buckets.length === MAX_BUCKETS) throw tooMany();
    const next = endOf(start, interval, zone);
    const end = Temporal.Instant.compare(next, to) < 0 ? next : to;
    buckets.push({ from: start, to: end });
    start = end;
  }
  return buckets;
}

function endOf(moment: Temporal.Instant, interval: TrendInterval, zone: string) {
  const end = startOf(moment, interval, zone).add(STEPS[interval]);
  // Midnight may not exist on the day the clocks change.
  return (interval === 'hour' ? end : end.startOfDay()).toInstant();
}

const tooMany = () =>
  invalid({ interval: `gives more than ${MAX_BUCKETS} buckets. Use a longer interval or a shorter period` });

/** Where the window's whole hours begin and end. */
export function stretchesOf({ from, to }: Window): Stretches {
  const first = from.round({ smallestUnit: 'hour', roundingMode: 'ceil' });
  const last = to.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const [firstHour, lastHour] = Temporal.Instant.compare(first, last) <= 0 ? [first, last] : [to, to];
  return { from: String(from), firstHour: String(firstHour), lastHour: String(lastHour), to: String(to) };
}

export const boundsOf = ({ from, to }: Window, zone = ZONE) => ({ from: format(from, zone), to: format(to, zone) });

function format(moment: Temporal.Instant, zone: string) {
  return moment.toZonedDateTimeISO(zone).toString({ timeZoneName: 'never', fractionalSecondDigits: 3 });
}
