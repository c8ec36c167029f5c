import { expect, test } from 'vitest';
import { playingTime } from './playing-time.ts';

test.each([
  [0, '0:00'],
  [5.9, '0:05'],
  [65, '1:05'],
  [3_599.99, '59:59'],
  [3_600, '1:00:00'],
  [36_610, '10:10:10'],
])('%d seconds are %s', (seconds, shown) => expect(playingTime(seconds)).toBe(shown));
