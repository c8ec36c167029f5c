import { expect, test } from 'vitest';
import { readAddresses } from './addresses.ts';

test('addresses are separated by commas, semicolons, spaces and lines, and each is read once', () => {
  expect(readAddresses(' a@x.test, b@x.test;c@x.test\nd@x.test  A@X.test,\n\n')).toEqual([
    'a@x.test',
    'b@x.test',
    'c@x.test',
    'd@x.test',
  ]);
  expect(readAddresses('  \n')).toEqual([]);
});

test('a name beside the address is left out', () => {
  expect(readAddresses('Maria Petrova <maria@x.test>, Sam <sam@x.test>')).toEqual(['maria@x.test', 'sam@x.test']);
});
