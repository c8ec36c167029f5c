import { expect, test } from 'vitest';
import { isSameNumber, waysToWrite } from './phone-numbers.ts';

test.each([
  ['79001234567', '+7 (900) 123-45-67', true],
  ['79001234567', '8 900 123 45 67', true],
  ['79001234567', '9001234567', true],
  ['+1 202 555-0101', '2025550101', true],
  ['79001234567', '79001234568', false],
  ['79001234567', '1234567', false],
  ['1234567', '123-45-67', true],
  ['112', '112', false],
  ['79001234567', null, false],
])('%s and %s are the same number: %s', (one, other, expected) => {
  expect(isSameNumber(one, other)).toBe(expected);
});

test('a number is searched for as people write its end', () => {
  expect(waysToWrite('79001234567')).toEqual(['1234567', '123-45-67', '123 45 67', '123-4567']);
  expect(waysToWrite('112')).toEqual([]);
});
