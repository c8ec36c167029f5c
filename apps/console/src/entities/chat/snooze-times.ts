import type { Locale } from '../../locales/locale.tsx';

export type SnoozeName = 'laterToday' | 'tomorrow' | 'monday' | 'week';

const MORNING = 9;
/** "Later today" is in this many hours, unless that is too late. */
const LATER_HOURS = 3;
const LATEST_HOUR = 21;

/** Snooze times from now, without duplicates and times that are past. */
export function snoozeTimes(now: Date): { name: SnoozeName; at: Date }[] {
  const later = new Date(now);
  later.setHours(now.getHours() + LATER_HOURS, 0, 0, 0);
  const untilMonday = (8 - now.getDay()) % 7 || 7;
  const times: { name: SnoozeName; at: Date }[] = [
    { name: 'tomorrow', at: morning(now, 1) },
    { name: 'monday', at: morning(now, untilMonday) },
    { name: 'week', at: morning(now, 7) },
  ];
  const isToday = now.getHours() + LATER_HOURS <= LATEST_HOUR;
  const distinct = times.filter(({ at }, place) => times.findIndex((each) => +each.at === +at) === place);
  return isToday ? [{ name: 'laterToday', at: later }, ...distinct] : distinct;
}

/** The start of the working day in `days` days. */
export function morning(now: Date, days: number) {
  const at = new Date(now);
  at.setDate(at.getDate() + days);
  at.setHours(MORNING, 0, 0, 0);
  return at;
}

/** Beyond this, the weekday would be ambiguous. */
const WEEKDAY_MS = 6 * 86_400_000;

/** The shortest unambiguous form of a future time. */
export function formatMoment(at: Date, now: Date, locale: Locale) {
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(locale, { ...dayFor(at, now), ...time }).format(at);
}

function dayFor(at: Date, now: Date): Intl.DateTimeFormatOptions {
  if (at.toDateString() === now.toDateString()) return {};
  if (+at - +now < WEEKDAY_MS) return { weekday: 'short' };
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return { day: 'numeric', month: 'short', ...year };
}
