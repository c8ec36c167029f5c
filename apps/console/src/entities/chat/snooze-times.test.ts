import { expect, test } from 'vitest';
import { formatMoment, snoozeTimes } from './snooze-times.ts';

const wednesday = new Date(2026, 4, 13, 10, 20);
const times = (now: Date) => snoozeTimes(now).map(({ name, at }) => [name, at]);

test('a chat can be snoozed until later today, or the morning of tomorrow, Monday or a week from now', () => {
  expect(times(wednesday)).toEqual([
    ['laterToday', new Date(2026, 4, 13, 13)],
    ['tomorrow', new Date(2026, 4, 14, 9)],
    ['monday', new Date(2026, 4, 18, 9)],
    ['week', new Date(2026, 4, 20, 9)],
  ]);
});

test('"later today" is not offered in the evening', () => {
  expect(times(new Date(2026, 4, 13, 19))[0]).toEqual(['tomorrow', new Date(2026, 4, 14, 9)]);
});

test('no day is offered twice: on Sunday tomorrow is Monday, and on Monday the next one is a week away', () => {
  expect(times(new Date(2026, 4, 17, 10)).map(([name]) => name)).toEqual(['laterToday', 'tomorrow', 'week']);
  expect(times(new Date(2026, 4, 18, 10)).map(([name]) => name)).toEqual(['laterToday', 'tomorrow', 'monday']);
});

test('a time is shown with only as much of its date as needed', () => {
  const format = (at: Date) => formatMoment(at, wednesday, 'en').replaceAll('\u202f', ' ');
  expect(format(new Date(2026, 4, 13, 13))).toBe('1:00 PM');
  expect(format(new Date(2026, 4, 18, 9))).toBe('Mon 9:00 AM');
  expect(format(new Date(2026, 4, 20, 9))).toBe('May 20, 9:00 AM');
  expect(format(new Date(2026, 4, 30, 9))).toBe('May 30, 9:00 AM');
  expect(format(new Date(2027, 0, 2, 9))).toBe('Jan 2, 2027, 9:00 AM');
});
