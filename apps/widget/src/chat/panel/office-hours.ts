import type { WidgetConfig } from '@parley/contract';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY_MINUTES = 1_440;
/** Nobody waits for an opening that is further away. */
const MOST_DAYS = 14;

interface OfficeHours {
  isOpen: boolean;
  /** When it will be; null while it is, or not soon. */
  opensAt: Date | null;
}

/** Whether somebody usually answers now; null: nobody said when, or the browser does not know the time zone. */
export function officeHours(hours: WidgetConfig['office_hours'], now: Date): OfficeHours | null {
  const zone = hours && openZone(hours.timezone);
  if (!zone) return null;
  const today = Math.floor(zone.toWall(now.getTime()) / DAY_MS) * DAY_MS;
  // From yesterday on: its hours may reach past midnight.
  for (let day = -1; day <= MOST_DAYS; day++) {
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
 * Turns instants into what a clock on the wall of the zone shows, and back. What a wall shows is a number too: the
 * instant at which a clock in UTC shows the same.
 */
function openZone(timeZone: string) {
  const part = 'numeric' as const;
  const shown = {
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
    format = new Intl.DateTimeFormat('en', { ...shown, timeZone });
  } catch {
    return undefined;
  }
  const toWall = (instant: number) => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day, hour, minute, second } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
  /** What the clock showed a day before tells the offset before a change that may be near, a day later the one after. */
  const guess = (wall: number, near: number) => wall - (toWall(near) - near);
  const toInstant = (wall: number) => {
    const before = guess(wall, wall - DAY_MS);
    const after = guess(wall, wall + DAY_MS);
    // A time that clocks jump over is as much later; of one that they show twice the first counts.
    return toWall(before) !== wall && toWall(after) === wall ? after : before;
  };
  return { toWall, toInstant };
}

/** How a language says that something is on a day, by its name or its date; others say the day alone. */
const onDay: Record<string, (day: string) => string> = {
  en: (day) => `on ${day}`,
  ru: (day) => (/^\d/.test(day) ? day : `${day.startsWith('вт') ? 'во' : 'в'} ${day.replace(/а$/, 'у')}`),
};

/** When somebody will be there, by the visitor's own clock: "tomorrow at 09:00". */
export function describeOpening(opensAt: Date, now: Date, locale: string) {
  const written = { dateStyle: 'long' } as const;
  const date = new Intl.DateTimeFormat(locale, written).format(opensAt);
  const moment = new Intl.DateTimeFormat(locale, { ...written, timeStyle: 'short', hourCycle: 'h23' }).format(opensAt);
  // Every language joins a date and a time in its own way: the day takes the place of the date.
  return moment.replace(date, nameDay(opensAt, now, locale));
}

function nameDay(day: Date, now: Date, locale: string) {
  const days = (dateOf(day) - dateOf(now)) / DAY_MS;
  if (days < 2) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  // A week from now the name of the day would be mistaken for today's.
  const shown = days < 7 ? ({ weekday: 'long' } as const) : ({ day: 'numeric', month: 'long' } as const);
  const name = new Intl.DateTimeFormat(locale, shown).format(day);
  return onDay[locale.slice(0, 2)]?.(name) ?? name;
}

const dateOf = (moment: Date) => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
