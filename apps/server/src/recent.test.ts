import { expect, test } from 'vitest';
import { createRecent } from './recent.ts';

test('past the most that it holds, what nobody asked for the longest is forgotten', () => {
  const recent = createRecent<number>(2);
  recent.set('one', 1);
  recent.set('two', 2);
  expect(recent.get('one')).toBe(1);
  recent.set('three', 3);
  expect(['one', 'two', 'three'].map(recent.get)).toEqual([1, undefined, 3]);
});

test('what is set again or removed takes no other place', () => {
  const recent = createRecent<number>(2);
  recent.set('one', 1);
  recent.set('two', 2);
  recent.set('two', 3);
  expect([recent.get('one'), recent.get('two')]).toEqual([1, 3]);
  recent.remove('one');
  recent.set('three', 3);
  expect([recent.get('one'), recent.get('two'), recent.get('three')]).toEqual([undefined, 3, 3]);
});
