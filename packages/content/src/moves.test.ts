import { describe, expect, test } from 'vitest';
import { emojiGroups } from './emoji.ts';
import { moveTo } from './moves.ts';

/** Left-aligned rows of 10-pixel squares, with the given number in each row. */
const grid = (...rows: number[]) =>
  rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, at) => ({ offsetTop: row * 10, offsetLeft: at * 10 })),
  );

/**
 * 0 1 2
 * 3
 * 4 5 6
 * 7 8
 */
const places = grid(3, 1, 3, 2);

describe('keyboard navigation', () => {
  test.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 2, 3],
    ['ArrowRight', 8, 8],
    ['ArrowLeft', 4, 3],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 0, 3],
    ['ArrowDown', 2, 3],
    ['ArrowDown', 3, 4],
    ['ArrowDown', 6, 8],
    ['ArrowDown', 8, 8],
    ['ArrowUp', 8, 5],
    ['ArrowUp', 4, 3],
    ['ArrowUp', 1, 1],
    ['Home', 5, 0],
    ['End', 5, 8],
    ['a', 5, 5],
  ])('with %s leads from %i to %i', (key, from, to) => expect(moveTo(key, from, places)).toBe(to));

  test('is mirrored from right to left', () => {
    const mirrored = places.map(({ offsetTop, offsetLeft }) => ({ offsetTop, offsetLeft: -offsetLeft }));
    expect(moveTo('ArrowLeft', 0, mirrored)).toBe(1);
    expect(moveTo('ArrowRight', 1, mirrored)).toBe(0);
    expect(moveTo('ArrowDown', 6, mirrored)).toBe(8);
  });

  test('stays in place in an empty grid', () => expect(moveTo('ArrowRight', 0, [])).toBe(0));
});

test('each emoji is one character and listed once', () => {
  const all = emojiGroups.flatMap((group) => group.all);
  const segmenter = new Intl.Segmenter();
  for (const emoji of all) {
    expect([...segmenter.segment(emoji)], emoji).toHaveLength(1);
    expect(emoji).toMatch(/^\p{Emoji}/u);
  }
  expect(new Set(all).size).toBe(all.length);
});
