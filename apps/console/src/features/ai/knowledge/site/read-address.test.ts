import { expect, test } from 'vitest';
import { readAddress } from './read-address.ts';

test('an address of a site needs no protocol, but a host', () => {
  expect(readAddress(' example.com/help ')).toBe('https://example.com/help');
  expect(readAddress('http://127.0.0.1:8080')).toBe('http://127.0.0.1:8080');
  expect(readAddress('пример.рф')).toBe('https://пример.рф');
  expect(['', 'example', 'ftp://example.com', 'two words.com', 'https://'].map(readAddress)).toEqual(
    Array(5).fill(undefined),
  );
});
