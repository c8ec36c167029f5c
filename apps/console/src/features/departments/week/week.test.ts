import { expect, test } from 'vitest';
import {
  backwardsDays,
  between,
  copyDay,
  moveEnd,
  openingAt,
  type Schedule,
  shift,
  timeAt,
  toDay,
  toHours,
} from './week.ts';

const closed: Schedule = {
  Monday: null,
  Tuesday: null,
  Wednesday: null,
  Thursday: null,
  Friday: null,
  Saturday: null,
  Sunday: null,
};

test('a whole day reads as "full", and midnight at the end is 24:00', () => {
  expect(toHours('full')).toEqual({ from: 0, to: 1_440 });
  expect(toDay({ from: 0, to: 1_440 })).toBe('full');
  expect(toDay({ from: 60, to: 1_440 })).toEqual({ from: '01:00', to: '24:00' });
  expect(toHours({ from: '09:05', to: '24:00' })).toEqual({ from: 545, to: 1_440 });
  expect(toHours(null)).toBeNull();
});

test('a position on the track is a quarter of an hour within the day', () => {
  expect([-1, 0.376, 0.9999, 2].map(timeAt)).toEqual([0, 540, 1_440, 1_440]);
  expect(between(600, 540)).toEqual({ from: 540, to: 600 });
  expect(between(600, 600)).toBeUndefined();
});

test('ends do not cross, and hours do not leave the day', () => {
  const hours = { from: 540, to: 1_080 };
  expect(moveEnd(hours, 'from', 1_200)).toEqual({ from: 1_065, to: 1_080 });
  expect(moveEnd(hours, 'to', 0)).toEqual({ from: 540, to: 555 });
  expect(shift(hours, 600)).toEqual({ from: 900, to: 1_440 });
  expect(shift(hours, -600)).toEqual({ from: 0, to: 540 });
});

test('a day is copied to weekdays, to every day or to one day', () => {
  const week: Schedule = { ...closed, Saturday: 'full' };
  const openDays = (target: Parameters<typeof copyDay>[2]) =>
    Object.values(copyDay(week, 'Saturday', target)).filter((day) => day === 'full').length;
  expect([openDays('weekdays'), openDays('everyDay'), openDays('Monday')]).toEqual([6, 7, 2]);
});

test('hours that end before they start are found', () => {
  const week: Schedule = { ...closed, Monday: { from: '18:00', to: '09:00' }, Friday: { from: '09:00', to: '09:00' } };
  expect(backwardsDays(week)).toEqual(['Monday', 'Friday']);
});

test('a schedule says whether it is open in its time zone, and when it opens next', () => {
  const week: Schedule = { ...closed, Monday: { from: '09:00', to: '18:00' }, Wednesday: 'full' };
  const at = (time: string, zone = 'UTC') => openingAt(week, new Date(time), zone);
  expect(at('2026-11-16T08:59Z')).toEqual({ day: 'Monday', time: '09:00' });
  expect(at('2026-11-16T09:00Z')).toBe('open');
  expect(at('2026-11-16T18:00Z')).toEqual({ day: 'Wednesday', time: '00:00' });
  expect(at('2026-11-16T18:00Z', 'America/New_York')).toBe('open');
  expect(at('2026-11-18T23:59Z')).toBe('open');
  expect(at('2026-11-19T00:00Z')).toEqual({ day: 'Monday', time: '09:00' });
  const mondays: Schedule = { ...closed, Monday: { from: '09:00', to: '18:00' } };
  expect(openingAt(mondays, new Date('2026-11-16T19:00Z'), 'UTC')).toEqual({ day: 'Monday', time: '09:00' });
  expect(openingAt(closed, new Date('2026-11-16T09:00Z'), 'UTC')).toBeNull();
});
