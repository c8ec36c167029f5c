import { expect, test } from 'vitest';
import { hoursAndMinutes, reachAt } from './reach.ts';

const NOW = Date.parse('2026-05-13T10:00:00Z');
const open = (reply_until: string | null) => reachAt({ state: 'open', reply_until }, NOW);

test('a chat of the site, or of a messenger that sets no time, has no countdown', () => {
  expect(reachAt(null, NOW)).toBeUndefined();
  expect(open(null)).toEqual({ state: 'open' });
  expect(open('2026-05-15T10:00:00Z')).toEqual({ state: 'open' });
});

test('the time to reply is counted down, is urgent in its last hour, and ends by itself', () => {
  expect(open('2026-05-13T13:12:00Z')).toEqual({ state: 'open', left: 3.2 * 3_600_000, isUrgent: false });
  expect(open('2026-05-13T10:59:59Z')).toMatchObject({ state: 'open', isUrgent: true });
  expect(open('2026-05-13T10:00:00Z')).toEqual({ state: 'window_closed' });
});

test.each(['window_closed', 'blocked', 'not_connected'] as const)('%s stays so whatever the time', (state) => {
  expect(reachAt({ state, reply_until: '2026-05-13T13:12:00Z' }, NOW)).toEqual({ state });
});

test.each([
  [3.2 * 3_600_000, { hours: 3, minutes: 12 }],
  [3_600_000 - 1, { hours: 1, minutes: 0 }],
  [59_000, { hours: 0, minutes: 1 }],
])('%d ms is %j', (ms, expected) => {
  expect(hoursAndMinutes(ms)).toEqual(expected);
});
