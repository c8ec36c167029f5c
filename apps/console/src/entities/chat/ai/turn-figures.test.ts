import { expect, test } from 'vitest';
import { formatCost, formatSeconds } from './turn-figures.ts';

test('a turn takes a tenth of a second or more, and its cost keeps the digits that matter', () => {
  expect([1, 1_449, 12_000].map((ms) => formatSeconds(ms, 'en'))).toEqual(['0.1', '1.4', '12.0']);
  expect([60, 3_254, 1_250_000].map((micro) => formatCost(micro, 'en'))).toEqual(['$0.00006', '$0.00325', '$1.25']);
});
