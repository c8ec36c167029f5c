import {
  addDays,
  addMonths,
  dateAt,
  daysBetween,
  type PlainDate,
  startOfDay,
  startOfMonth,
  startOfYear,
} from './dates.ts';
import { DEFAULT_PRESET, type Preset, type ReportSearch } from './report-search.ts';

/** Half-open: [from, to), in milliseconds. */
export interface Span {
  from: number;
  to: number;
}

export type Interval = 'hour' | 'day' | 'week' | 'month';

export interface ReportPeriod {
  current: Span;
  /** The span before, up to the same point if the current one has not ended. */
  previous: Span;
  /** All of the span before, for lines. */
  wholePrevious: Span;
  /** The current span goes on. */
  isUnfinished: boolean;
  interval: Interval;
  timeZone: string;
}

/** The first day, the day after the last, and the first day of the period before. */
interface Days {
  from: PlainDate;
  to: PlainDate;
  previous: PlainDate;
  /** The day after the last of the period before. */
  previousTo: PlainDate;
}

const trailing = (days: number) => (today: PlainDate) => backFrom(addDays(today, 1 - days), addDays(today, 1));

function backFrom(from: PlainDate, to: PlainDate): Days {
  return { from, to, previous: addDays(from, -daysBetween(from, to)), previousTo: from };
}

function ofMonth(from: PlainDate): Days {
  return { from, to: addMonths(from, 1), previous: addMonths(from, -1), previousTo: from };
}

const days: Record<Preset, (today: PlainDate) => Days> = {
  today: trailing(1),
  yesterday: (today) => backFrom(addDays(today, -1), today),
  'last-7-days': trailing(7),
  'last-30-days': trailing(30),
  'last-90-days': trailing(90),
  'this-month': (today) => ofMonth(startOfMonth(today)),
  'last-month': (today) => ofMonth(addMonths(startOfMonth(today), -1)),
  'this-year': (today) => {
    const from = startOfYear(today);
    return { from, to: addMonths(from, 12), previous: addMonths(from, -12), previousTo: from };
  },
};

/** The period that the address names, in the time zone of the account. */
export function periodOf({ period, from, to }: ReportSearch, { now, timeZone }: { now: number; timeZone: string }) {
  const today = dateAt(now, timeZone);
  const wanted =
    period === 'custom' && from && to
      ? backFrom(from, addDays(to, 1))
      : days[period && period !== 'custom' ? period : DEFAULT_PRESET](today);
  return toPeriod(wanted, { now, today, timeZone });
}

function toPeriod(wanted: Days, { now, today, timeZone }: { now: number; today: PlainDate; timeZone: string }) {
  const at = (date: PlainDate) => startOfDay(date, timeZone);
  const current = { from: at(wanted.from), to: Math.min(at(wanted.to), Math.max(now, at(wanted.from) + 1)) };
  const previous = { from: at(wanted.previous), to: at(wanted.previousTo) };
  const wholePrevious = { ...previous };
  const isUnfinished = current.to < at(wanted.to);
  if (isUnfinished) {
    const samePoint = at(addDays(wanted.previous, daysBetween(wanted.from, today))) + (now - at(today));
    previous.to = Math.max(previous.from + 1, Math.min(previous.to, samePoint));
  }
  const interval = intervalOf(daysBetween(wanted.from, wanted.to));
  return { current, previous, wholePrevious, isUnfinished, interval, timeZone };
}

/** Enough points for a line, and never more than the API's 366. */
function intervalOf(length: number): Interval {
  if (length <= 2) return 'hour';
  if (length <= 92) return 'day';
  return length <= 731 ? 'week' : 'month';
}
