import { invalid } from '../problems.ts';

/** Time zone of times without an offset. */
export const ZONE = 'Europe/Moscow';

export interface Range {
  from?: Temporal.Instant;
  to?: Temporal.Instant;
}

/**
 * Parses `from` and `to`: half-open [from, to), ISO 8601. Without an offset a time is in Moscow's zone; a bare date is
 * midnight there.
 */
export function parseRange({ from, to }: { from?: string; to?: string }): Range {
  return { ...(from && { from: parseMoment(from, 'from') }), ...(to && { to: parseMoment(to, 'to') }) };
}

function parseMoment(text: string, field: string): Temporal.Instant {
  const moment = readMoment(text);
  if (!moment) throw invalid({ [field]: 'must be a date or time in ISO 8601' });
  return moment;
}

const UNESCAPED_OFFSET = /([T ]\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)?) (\d\d(?::?\d\d)?)$/i;

export function readMoment(text: string): Temporal.Instant | undefined {
  // An unescaped + in a query arrives as a space.
  const trimmed = text.trim().replace(UNESCAPED_OFFSET, '$1+$2');
  if (trimmed.includes('[')) return undefined;
  const iso = /^\d{4}-\d\d$/.test(trimmed) ? `${trimmed}-01` : trimmed;
  const moment = attempt(() => Temporal.Instant.from(iso)) ?? attempt(() => inMoscow(iso));
  return moment && clampToStorable(moment);
}

function inMoscow(text: string) {
  return Temporal.PlainDateTime.from(text).toZonedDateTime(ZONE).toInstant();
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const EARLIEST = Temporal.Instant.from('0001-01-01T00:00Z');
const LATEST = Temporal.Instant.from('9999-12-31T00:00Z');

/** Clamps a time to years that PostgreSQL can store; there are no rows beyond them. */
export function clampToStorable(moment: Temporal.Instant) {
  if (Temporal.Instant.compare(moment, EARLIEST) < 0) return EARLIEST;
  return Temporal.Instant.compare(moment, LATEST) > 0 ? LATEST : moment;
}

/** An IANA name. An offset is none: PostgreSQL reads its sign the other way round. */
export function isTimeZone(name: string) {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    Temporal.Now.zonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

const TEN_MINUTES_MS = 600_000;

/** The ten-minute bucket of a time, counted from 1970, for the columns `activity` and `recency` of chats. */
export function activityAt(moment: Temporal.Instant) {
  return Math.floor(moment.epochMilliseconds / TEN_MINUTES_MS);
}
