import { expect, test } from 'vitest';
import { addMonths, dateAt, isDate, startOfDay } from './dates.ts';
import { periodOf } from './periods.ts';
import { type Preset, type ReportSearch, readReportSearch } from './report-search.ts';

const MOSCOW = 'Europe/Moscow';
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);

/** A Wednesday, 15:30 in Moscow. */
const now = Date.parse('2026-11-18T12:30Z');

function spansOf(search: ReportSearch, timeZone = MOSCOW, at = now) {
  const { current, previous, interval } = periodOf(search, { now: at, timeZone });
  return [iso(current.from), iso(current.to), iso(previous.from), iso(previous.to), interval];
}

test.each<[Preset, string[]]>([
  ['today', ['2026-11-17T21:00', '2026-11-18T12:30', '2026-11-16T21:00', '2026-11-17T12:30', 'hour']],
  ['yesterday', ['2026-11-16T21:00', '2026-11-17T21:00', '2026-11-15T21:00', '2026-11-16T21:00', 'hour']],
  ['last-7-days', ['2026-11-11T21:00', '2026-11-18T12:30', '2026-11-04T21:00', '2026-11-11T12:30', 'day']],
  ['this-month', ['2026-10-31T21:00', '2026-11-18T12:30', '2026-09-30T21:00', '2026-10-18T12:30', 'day']],
  ['last-month', ['2026-09-30T21:00', '2026-10-31T21:00', '2026-08-31T21:00', '2026-09-30T21:00', 'day']],
  ['this-year', ['2025-12-31T21:00', '2026-11-18T12:30', '2024-12-31T21:00', '2025-11-18T12:30', 'week']],
])('%s is compared with the period before it, up to the same point', (period, expected) => {
  expect(spansOf({ period })).toEqual(expected);
});

test('without a period it is the last 30 days', () => {
  expect(spansOf({})).toEqual(spansOf({ period: 'last-30-days' }));
  expect(spansOf({}).slice(0, 3)).toEqual(['2026-10-19T21:00', '2026-11-18T12:30', '2026-09-19T21:00']);
});

test('a custom period has its last day, and is compared with as many days before', () => {
  const search = { period: 'custom', from: '2026-03-01', to: '2026-03-03' } as const;
  const spans = ['2026-02-28T21:00', '2026-03-03T21:00', '2026-02-25T21:00', '2026-02-28T21:00', 'day'];
  expect(spansOf(search)).toEqual(spans);
});

test('a month is never compared with more than the month before it', () => {
  const lastOfMarch = Date.parse('2026-03-31T12:00Z');
  expect(spansOf({ period: 'this-month' }, MOSCOW, lastOfMarch).slice(2, 4)).toEqual([
    '2026-01-31T21:00',
    '2026-02-28T21:00',
  ]);
});

test('days begin at the midnight of the time zone, on both sides of a change of the clocks', () => {
  expect(iso(startOfDay('2026-03-08', 'America/New_York'))).toBe('2026-03-08T05:00');
  expect(iso(startOfDay('2026-03-09', 'America/New_York'))).toBe('2026-03-09T04:00');
  expect(iso(startOfDay('2026-03-09', 'Asia/Kolkata'))).toBe('2026-03-08T18:30');
  expect(dateAt(Date.parse('2026-03-08T23:30Z'), 'Asia/Kolkata')).toBe('2026-03-09');
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
});

test('an address that names no possible period is ignored', () => {
  expect(readReportSearch({ period: 'forever' })).toEqual({});
  expect(readReportSearch({ period: 'custom', from: '2026-02-30', to: '2026-03-01' })).toEqual({});
  expect(readReportSearch({ period: 'custom', from: '2026-03-02', to: '2026-03-01' })).toEqual({});
  expect(readReportSearch({ period: 'today', from: '2026-03-01' })).toEqual({ period: 'today' });
  expect(isDate('2028-02-29')).toBe(true);
});
