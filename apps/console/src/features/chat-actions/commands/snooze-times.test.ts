import { expect, test } from 'vitest';
import { formatMoment, snoozeTimes } from './snooze-times.ts';

const wednesday = new Date(2026, 4, 13, 10, 20);
const times = (now: Date) => snoozeTimes(now).map(({ name, at }) => [name, at]);

test('a chat comes back later today, or in the morning of tomorrow, Monday or this day in a week', () => {
  expect(times(wednesday)).toEqual([
    ['laterToday', new Date(2026, 4, 13, 13)],
    ['tomorrow', new Date(2026, 4, 14, 9)],
    ['monday', new Date(2026, 4, 18, 9)],
    ['week', new Date(2026, 4, 20, 9)],
  ]);
});

test('late in the evening there is no later today', () => {
  expect(times(new Date(2026, 4, 13, 19))[0]).toEqual(['tomorrow', new Date(2026, 4, 14, 9)]);
});

test('on Sunday tomorrow is Monday, and on Monday the next one is in a week: each is offered once', () => {
  expect(times(new Date(2026, 4, 17, 10)).map(([name]) => name)).toEqual(['laterToday', 'tomorrow', 'week']);
  expect(times(new Date(2026, 4, 18, 10)).map(([name]) => name)).toEqual(['laterToday', 'tomorrow', 'monday']);
});

test('a moment is said with as much of its date as is needed', () => {
  const say = (at: Date) => formatMoment(at, wednesday, 'en').replaceAll('\u202f', ' ');
  expect(say(new Date(2026, 4, 13, 13))).toBe('1:00 PM');
  expect(say(new Date(2026, 4, 18, 9))).toBe('Mon 9:00 AM');
  expect(say(new Date(2026, 4, 20, 9))).toBe('May 20, 9:00 AM');
  expect(say(new Date(2026, 4, 30, 9))).toBe('May 30, 9:00 AM');
  expect(say(new Date(2027, 0, 2, 9))).toBe('Jan 2, 2027, 9:00 AM');
});
