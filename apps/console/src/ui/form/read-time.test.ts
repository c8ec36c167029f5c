import { expect, test } from 'vitest';
import { readTime } from './read-time.ts';

test('a time is read as people type it', () => {
  const typed = ['9', '09', '930', '9:30', '18.30', ' 1830 ', '00:00', '24', '24:00'];
  expect(typed.map(readTime)).toEqual([
    '09:00',
    '09:00',
    '09:30',
    '09:30',
    '18:30',
    '18:30',
    '00:00',
    '24:00',
    '24:00',
  ]);
});

test('what is no time of day is not read', () => {
  expect(['', '25', '24:01', '9:60', 'noon', '9:5', '-1'].map(readTime)).toEqual(Array(7).fill(undefined));
});
