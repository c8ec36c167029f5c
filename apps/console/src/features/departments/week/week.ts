import type { Department } from '../../../entities/agent/departments.ts';

export type Schedule = Department['schedule'];
export type Weekday = keyof Schedule;
export type Day = Schedule[Weekday];

export const weekdays: Weekday[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const WORKING = weekdays.slice(0, 5);

/** Minutes of a day; drags and keys move by a step. */
export const DAY_MINUTES = 1_440;
export const STEP = 15;

/** In minutes since midnight, `to` excluded. */
export interface Hours {
  from: number;
  to: number;
}

export const OFFICE_HOURS: Hours = { from: 540, to: 1_080 };

/** Null for a closed day. */
export function toHours(day: Day): Hours | null {
  if (day === null) return null;
  if (day === 'full') return { from: 0, to: DAY_MINUTES };
  return { from: parseTime(day.from), to: parseTime(day.to) };
}

export function toDay({ from, to }: Hours): Day {
  return from === 0 && to === DAY_MINUTES ? 'full' : { from: formatTime(from), to: formatTime(to) };
}

export function parseTime(time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

export const formatTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const snap = (minutes: number) => Math.round(minutes / STEP) * STEP;
const clamp = (minutes: number, least: number, most: number) => Math.min(most, Math.max(least, minutes));

/** A position on the track, 0 to 1, as a time. */
export const timeAt = (share: number) => clamp(snap(share * DAY_MINUTES), 0, DAY_MINUTES);

/** Moves one end. It stops a step before the other. */
export function moveEnd({ from, to }: Hours, end: keyof Hours, time: number): Hours {
  return end === 'from' ? { from: clamp(time, 0, to - STEP), to } : { from, to: clamp(time, from + STEP, DAY_MINUTES) };
}

/** Moves both ends, within the day. */
export function shift({ from, to }: Hours, by: number): Hours {
  const moved = clamp(by, -from, DAY_MINUTES - to);
  return { from: from + moved, to: to + moved };
}

/** Between two times in any order; undefined if they are one. */
export function between(one: number, other: number): Hours | undefined {
  return one === other ? undefined : { from: Math.min(one, other), to: Math.max(one, other) };
}

export type CopyTarget = 'weekdays' | 'everyDay' | Weekday;

/** Copies a day to others. */
export function copyDay(week: Schedule, from: Weekday, target: CopyTarget): Schedule {
  const targets = target === 'weekdays' ? WORKING : target === 'everyDay' ? weekdays : [target];
  return { ...week, ...Object.fromEntries(targets.map((day) => [day, week[from]])) };
}

/** Days whose typed hours end before they start. */
export const backwardsDays = (week: Schedule) =>
  weekdays.filter((day) => {
    const hours = toHours(week[day]);
    return hours !== null && hours.from >= hours.to;
  });

/** The day and the minute of it at a time, in a time zone. */
function localTime(at: Date, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', ...CLOCK });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return { day: parts.weekday as Weekday, minutes: Number(parts.hour) * 60 + Number(parts.minute) };
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Whether a schedule is open, or when it opens next; null if it never does. */
export function openingAt(week: Schedule, at: Date, timeZone: string): 'open' | { day: Weekday; time: string } | null {
  const now = localTime(at, timeZone);
  const today = weekdays.indexOf(now.day);
  for (let ahead = 0; ahead <= weekdays.length; ahead++) {
    const day = weekdays[(today + ahead) % weekdays.length] as Weekday;
    const hours = toHours(week[day]);
    if (!hours) continue;
    if (ahead > 0 || now.minutes < hours.from) return { day, time: formatTime(hours.from) };
    if (now.minutes < hours.to) return 'open';
  }
  return null;
}
