import { expect, test } from 'vitest';
import { meaningOf, scaleOf } from './lift-scale.ts';

test('zero is on the scale, and every interval within it', () => {
  const at = scaleOf([
    { low: 0.01, high: 0.05 },
    { low: 0.02, high: 0.03 },
  ]);
  expect(at(0)).toBeGreaterThan(0);
  expect(at(0.05)).toBeLessThan(100);
  expect(at(0)).toBeLessThan(at(0.01));
});

test('nothing measured puts zero in the middle', () => {
  expect(scaleOf([])(0)).toBeCloseTo(50);
});

test('an interval that includes zero may be chance', () => {
  expect(meaningOf({ low: -0.01, high: 0.02 })).toBe('unclear');
  expect(meaningOf({ low: 0.001, high: 0.02 })).toBe('more');
  expect(meaningOf({ low: -0.03, high: -0.01 })).toBe('fewer');
});
