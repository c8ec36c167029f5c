import { expect, test } from 'vitest';
import { interleave, summarise } from './rounds.ts';

test('a sample is summarised by its median, minimum and maximum', () => {
  expect(summarise([5, 1, 3])).toEqual({ median: 3, min: 1, max: 5 });
  expect(summarise([4, 1, 3, 2])).toEqual({ median: 2.5, min: 1, max: 4 });
});

test('A and B alternate, including which goes first, and the first round is discarded', async () => {
  const turns: string[] = [];
  const measure = (name: string, value: number) => async () => {
    turns.push(name);
    return turns.length <= 2 ? 1_000 : value;
  };
  const { a, b, ratio } = await interleave(measure('a', 3), measure('b', 2), 3);
  expect(turns.join('')).toBe('ba' + 'ab' + 'ba' + 'ab');
  expect({ a: a.max, b: b.max, ratio: ratio.max }).toEqual({ a: 3, b: 2, ratio: 1.5 });
});
