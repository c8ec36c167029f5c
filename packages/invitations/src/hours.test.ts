import { expect, test } from 'vitest';
import { type Rule, why } from '../test/moments.ts';

type Schedule = NonNullable<Rule['schedule']>;
type Row = [at: string, schedule: Partial<Schedule>, isWithin: boolean];

const WORK_DAYS = [1, 2, 3, 4, 5];

// The 19th is a Thursday.
const rows: Row[] = [
  ['2026-11-19T08:59:59+03:00', {}, false],
  ['2026-11-19T09:00:00+03:00', {}, true],
  ['2026-11-19T17:59:59+03:00', {}, true],
  ['2026-11-19T18:00:00+03:00', {}, false],
  ['2026-11-21T12:00:00+03:00', {}, false],
  ['2026-11-22T12:00:00+03:00', { days: [7] }, true],
  ['2026-11-23T12:00:00+03:00', { days: [1] }, true],
  // In the zone of the account, not of the visitor.
  ['2026-11-19T12:00:00+03:00', { timezone: 'America/New_York' }, false],
  ['2026-11-19T12:00:00-05:00', { timezone: 'America/New_York' }, true],
  // An hour earlier by the clock once summer time has ended.
  ['2026-10-23T07:30:00Z', { timezone: 'Europe/Berlin' }, true],
  ['2026-10-26T07:30:00Z', { timezone: 'Europe/Berlin' }, false],
  // Over midnight, by the day it starts on.
  ['2026-11-19T23:00:00+03:00', { days: [4], from: '22:00', to: '06:00' }, true],
  ['2026-11-20T05:59:00+03:00', { days: [4], from: '22:00', to: '06:00' }, true],
  ['2026-11-20T06:00:00+03:00', { days: [4], from: '22:00', to: '06:00' }, false],
  ['2026-11-19T05:00:00+03:00', { days: [4], from: '22:00', to: '06:00' }, false],
  ['2026-11-20T23:00:00+03:00', { days: [4], from: '22:00', to: '06:00' }, false],
  ['2026-11-23T01:00:00+03:00', { days: [7], from: '22:00', to: '06:00' }, true],
  ['2026-11-19T00:00:00+03:00', { days: [4], from: '00:00', to: '24:00' }, true],
  ['2026-11-19T23:59:59+03:00', { days: [4], from: '00:00', to: '24:00' }, true],
  ['2026-11-20T00:00:00+03:00', { days: [4], from: '00:00', to: '24:00' }, false],
  // A whole day from the hour on.
  ['2026-11-20T08:59:00+03:00', { days: [4], from: '09:00', to: '09:00' }, true],
  ['2026-11-19T08:59:00+03:00', { days: [4], from: '09:00', to: '09:00' }, false],
];

test.each(rows)('at %s the schedule %j allows it: %j', (at, changes, isWithin) => {
  const schedule = { days: WORK_DAYS, from: '09:00', to: '18:00', timezone: 'Europe/Moscow', ...changes };
  expect(why({ schedule }, {}, Date.parse(at))).toBe(isWithin ? null : 'schedule');
});
