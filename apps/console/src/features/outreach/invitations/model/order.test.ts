import { describe, expect, test } from 'vitest';
import { moved, prioritiesFor } from './order.ts';

const rule = (id: number, priority: number) => ({ id, priority });

/** The order that priorities make. */
const sort = (rules: { id: number; priority: number }[]) =>
  rules.toSorted((a, b) => a.priority - b.priority || a.id - b.id).map(({ id }) => id);

const after = (rules: { id: number; priority: number }[], changes: { id: number; priority: number }[]) =>
  rules.map((each) => changes.find(({ id }) => id === each.id) ?? each);

describe('priorities for an order', () => {
  test('only the moved rule changes if there is room', () => {
    const rules = moved([rule(1, 10), rule(2, 20), rule(3, 30)], 2, 1);
    expect(prioritiesFor(rules, 3)).toEqual([rule(3, 15)]);
  });

  test('the age decides among equal priorities', () => {
    const rules = moved([rule(1, 100), rule(2, 100), rule(3, 100)], 2, 0);
    const changes = prioritiesFor(rules, 3);
    expect(changes).toHaveLength(1);
    expect(sort(after(rules, changes))).toEqual([3, 1, 2]);
  });

  test('without room all of them are spread', () => {
    const rules = moved([rule(1, 100), rule(2, 100), rule(3, 100)], 0, 1);
    const changes = prioritiesFor(rules, 1);
    expect(sort(after(rules, changes))).toEqual([2, 1, 3]);
  });

  test('any move of fifty rules holds within the limits', () => {
    const rules = Array.from({ length: 50 }, (_, at) => rule(at + 1, at % 2 ? 1 : 1_000)).toSorted(
      (a, b) => a.priority - b.priority || a.id - b.id,
    );
    for (const [from, to] of [
      [49, 0],
      [0, 49],
      [10, 30],
      [30, 10],
    ] as const) {
      const order = moved(rules, from, to);
      const next = after(order, prioritiesFor(order, rules[from]?.id ?? 0));
      expect(sort(next)).toEqual(order.map(({ id }) => id));
      expect(next.every(({ priority }) => priority >= 1 && priority <= 1_000)).toBe(true);
    }
  });

  test('a rule that stays where it is keeps its priority', () => {
    expect(prioritiesFor([rule(1, 10), rule(2, 15), rule(3, 20)], 2)).toEqual([]);
  });
});
