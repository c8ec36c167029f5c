/** A calendar date without a time zone: 2026-11-18. */
export type PlainDate = string;

const DAY_MS = 86_400_000;

const toUtc = (date: PlainDate) => Date.parse(`${date}T00:00Z`);
const fromUtc = (ms: number): PlainDate => new Date(ms).toISOString().slice(0, 10);

/** Whether the text is a date that exists, such as 2026-02-28. */
export function isDate(text: unknown): text is PlainDate {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const ms = toUtc(text);
  return !Number.isNaN(ms) && fromUtc(ms) === text;
}

export const addDays = (date: PlainDate, days: number) => fromUtc(toUtc(date) + days * DAY_MS);

export const daysBetween = (from: PlainDate, to: PlainDate) => Math.round((toUtc(to) - toUtc(from)) / DAY_MS);

export const startOfMonth = (date: PlainDate): PlainDate => `${date.slice(0, 8)}01`;

export const startOfYear = (date: PlainDate): PlainDate => `${date.slice(0, 5)}01-01`;

/** The same day of another month, or its last day if it is shorter. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return fromUtc(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)));
}

/** The date in a time zone. */
export const dateAt = (ms: number, timeZone: string): PlainDate => fromUtc(ms + offsetAt(ms, timeZone));

/** The moment at which a date begins in a time zone. */
export function startOfDay(date: PlainDate, timeZone: string): number {
  const asUtc = toUtc(date);
  const guess = asUtc - offsetAt(asUtc, timeZone);
  // The clocks may change between the two.
  return asUtc - offsetAt(guess, timeZone);
}

function offsetAt(ms: number, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1_000) * 1_000;
}
