import { expect, test } from 'vitest';
import { labelIndexes, ticksUpTo } from './ticks.ts';

test('an axis has round values, whole for counts and familiar for durations', () => {
  expect(ticksUpTo(0, 'count')).toEqual([0, 1]);
  expect(ticksUpTo(3, 'count')).toEqual([0, 1, 2, 3]);
  expect(ticksUpTo(87, 'count')).toEqual([0, 50, 100]);
  expect(ticksUpTo(1_700, 'count')).toEqual([0, 500, 1_000, 1_500, 2_000]);
  expect(ticksUpTo(95, 'duration')).toEqual([0, 30, 60, 90, 120]);
  expect(ticksUpTo(4_000, 'duration')).toEqual([0, 1_800, 3_600, 5_400]);
  expect(ticksUpTo(4.2, 'rating')).toEqual([1, 2, 3, 4, 5]);
});

test('labels below a chart are evenly spaced', () => {
  expect(labelIndexes(30, 6)).toEqual([0, 5, 10, 15, 20, 25]);
  expect(labelIndexes(3, 6)).toEqual([0, 1, 2]);
});
