import { isDate, type PlainDate } from './dates.ts';

export const presets = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'last-90-days',
  'this-month',
  'last-month',
  'this-year',
] as const;

export type Preset = (typeof presets)[number];

/** The period is in the address, so that a report can be bookmarked and shared. Without one it is the last 30 days. */
export interface ReportSearch {
  period?: Preset | 'custom';
  /** First and last day of a custom period. */
  from?: PlainDate;
  to?: PlainDate;
}

export const DEFAULT_PRESET: Preset = 'last-30-days';

export function readReportSearch({ period, from, to }: Record<string, unknown>): ReportSearch {
  if (period === 'custom') return isDate(from) && isDate(to) && from <= to ? { period, from, to } : {};
  const preset = presets.find((each) => each === period);
  return preset && preset !== DEFAULT_PRESET ? { period: preset } : {};
}
