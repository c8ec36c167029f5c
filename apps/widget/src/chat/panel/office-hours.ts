import type { WidgetConfig } from '@parley/contract';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY_MINUTES = 1_440;
/** An opening further away is not announced. */
const MAX_DAYS = 14;

interface OfficeHours {
  isOpen: boolean;
  /** Null while open, and when no opening is near. */
  opensAt: Date | null;
}

/** Whether the office is open; null without office hours, or in a time zone the browser does not know. */
export function officeHours(hours: WidgetConfig['office_hours'], now: Date): OfficeHours | null {
  const zone = hours && openZone(hours.timezone);
  if (!zone) return null;
  const today = Math.floor(zone.toLocal(now.getTime()) / DAY_MS) * DAY_MS;
  // Yesterday's hours may reach past midnight.
  for (let day = -1; day <= MAX_DAYS; day++) {
    const midnight = today + day * DAY_MS;
    const shift = hours.days[(new Date(midnight).getUTCDay() + 6) % 7];
    if (!shift) continue;
    const from = toMinutes(shift.from);
    const to = toMinutes(shift.to);
    const opensAt = zone.toInstant(midnight + from * MINUTE_MS);
    const closesAt = zone.toInstant(midnight + (to > from ? to : to + DAY_MINUTES) * MINUTE_MS);
    if (opensAt > now.getTime()) return { isOpen: false, opensAt: new Date(opensAt) };
    if (closesAt > now.getTime()) return { isOpen: true, opensAt: null };
  }
  return { isOpen: false, opensAt: null };
}

function toMinutes(time: string) {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

/**
 * Converts between instants and the local time of a zone. Local times are numbers too: the instant at which a clock in
 * UTC shows the same.
 */
function openZone(timeZone: string) {
  const part = 'numeric' as const;
  const options = {
    year: part,
    month: part,
    day: part,
    hour: part,
    minute: part,
    second: part,
    hourCycle: 'h23',
  } as const;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en', { ...options, timeZone });
  } catch {
    return undefined;
  }
  const toLocal = (instant: number) => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day, hour, minute, second } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
  /** With the offset of a nearby instant: a day earlier or later is past any clock change. */
  const withOffsetAt = (local: number, near: number) => local - (toLocal(near) - near);
  const toInstant = (local: number) => {
    const before = withOffsetAt(local, local - DAY_MS);
    const after = withOffsetAt(local, local + DAY_MS);
    // A local time that a clock change skips moves forward; of one that it repeats the first counts.
    return toLocal(before) !== local && toLocal(after) === local ? after : before;
  };
  return { toLocal, toInstant };
}

/** Prepositions for a day, by name or date; other languages use the bare day. */
const onDay: Record<string, (day: string) => string> = {
  en: (day) => `on ${day}`,
  ru: (day) => (/^\d/.test(day) ? day : `${day.startsWith('вт') ? 'во' : 'в'} ${day.replace(/а$/, 'у')}`),
};

/** The opening in the visitor's own time: "tomorrow at 09:00". */
export function describeOpening(opensAt: Date, now: Date, locale: string) {
  const written = { dateStyle: 'long' } as const;
  const date = new Intl.DateTimeFormat(locale, written).format(opensAt);
  const moment = new Intl.DateTimeFormat(locale, { ...written, timeStyle: 'short', hourCycle: 'h23' }).format(opensAt);
  // Languages join date and time differently: format both, then replace the date by the day.
  return moment.replace(date, nameDay(opensAt, now, locale));
}

function nameDay(day: Date, now: Date, locale: string) {
  const days = (dateOf(day) - dateOf(now)) / DAY_MS;
  if (days < 2) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  // In a week the weekday would be that of today.
  const shown = days < 7 ? ({ weekday: 'long' } as const) : ({ day: 'numeric', month: 'long' } as const);
  const name = new Intl.DateTimeFormat(locale, shown).format(day);
  return onDay[locale.slice(0, 2)]?.(name) ?? name;
}

const dateOf = (moment: Date) => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
