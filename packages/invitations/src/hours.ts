import type { ActiveInvitation } from '@parley/contract';

type Schedule = NonNullable<ActiveInvitation['schedule']>;

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** Rules of a widget have the same time zone, and making a formatter is slow. */
const formatters: Record<string, Intl.DateTimeFormat> = {};

/** Whether a time is within the hours, as clocks of their time zone show it. */
export function isWithinHours({ days, from, to, timezone }: Schedule, at: number) {
  const { day, time } = localTime(timezone, at);
  // Times of a day are compared as text.
  if (from < to) return days.includes(day) && from <= time && time < to;
  const dayBefore = day === 1 ? 7 : day - 1;
  return (days.includes(day) && from <= time) || (days.includes(dayBefore) && time < to);
}

function localTime(timeZone: string, at: number) {
  formatters[timeZone] ??= new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = formatters[timeZone].formatToParts(at);
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { day: DAYS.indexOf(read('weekday')) + 1, time: `${read('hour')}:${read('minute')}` };
}
