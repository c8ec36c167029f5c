import type { api, TrendInterval } from '@parley/contract';
import { ZONE } from '../../../kernel/data/moments.ts';
import { startOf, type Window } from '../../../kernel/data/windows.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { invalid } from '../../../kernel/problems.ts';
import type { Stretches } from './store/counts.ts';

type WindowName = 'period' | 'from' | 'to';

export type Range = Query<typeof api.stats.channels, WindowName>;
export type TotalsQuery = Query<typeof api.stats.read, WindowName | 'metric' | 'internal'>;
export type SeriesQuery = Query<typeof api.stats.timeseries, WindowName | 'metric' | 'interval'>;
export type AgentsQuery = Query<typeof api.stats.agents, WindowName | 'metric' | 'cursor' | 'limit'>;
export type HoursQuery = Query<typeof api.stats.hours, 'from' | 'to'>;
export type TrendQuery = Query<typeof api.stats.trend, 'from' | 'to' | 'interval'>;
export type AgentQuery = Query<typeof api.stats.agent, WindowName | 'metric'>;

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
