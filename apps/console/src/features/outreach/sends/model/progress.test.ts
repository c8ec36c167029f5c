import { expect, test } from 'vitest';
import { pollingOf } from './polling.ts';
import { addReading, endOf, isWithin, paceOf, percentOf, type Reading } from './progress.ts';
import type { CountedSend, Send } from './send.ts';

const read = (...readings: Reading[]) => readings.reduce<Reading[]>(addReading, []);
const NOW = Date.parse('2026-03-01T12:00:00Z');

test('the pace is that of the last thirty seconds', () => {
  const readings = read(
    { at: 0, done: 0 },
    { at: 20_000, done: 500 },
    { at: 40_000, done: 510 },
    { at: 50_000, done: 515 },
  );
  expect(paceOf(readings)).toBe(30);
  expect(endOf(60, 30, 0)).toBe(120_000);
});

test('without progress there is no pace', () => {
  expect(paceOf(read({ at: 0, done: 5 }))).toBeUndefined();
  expect(paceOf(read({ at: 0, done: 5 }, { at: 9_000, done: 5 }))).toBeUndefined();
});

test('a repeated reading adds nothing, and numbers that fell start over', () => {
  expect(read({ at: 5, done: 3 }, { at: 5, done: 3 })).toHaveLength(1);
  expect(read({ at: 5, done: 3 }, { at: 9, done: 1 })).toEqual([{ at: 9, done: 1 }]);
});

test('a share is full only when nobody is left', () => {
  const counts = (total: number, pending: number) => ({ counts: { total, pending } as CountedSend['counts'] });
  expect(percentOf(counts(1_000, 1))).toBe(99);
  expect(percentOf(counts(1_000, 0))).toBe(100);
  expect(percentOf(counts(0, 0))).toBe(0);
});

test('a window may span midnight', () => {
  const night = { from: '22:00', to: '06:00' };
  expect([isWithin(night, '23:10'), isWithin(night, '05:59'), isWithin(night, '06:00')]).toEqual([true, true, false]);
  const day = { from: '09:00', to: '18:00' };
  expect([isWithin(day, '08:59'), isWithin(day, '09:00'), isWithin(day, '18:00')]).toEqual([false, true, false]);
});

test('a send is read each second while it runs or is about to', () => {
  const send = { finished_at: null, scheduled_for: '2026-03-01T12:00:30Z' } as Send;
  const polled = (changes: Partial<Send>) => pollingOf({ ...send, ...changes }, NOW);
  expect(polled({ status: 'running' })).toBe(1_000);
  expect(polled({ status: 'scheduled' })).toBe(1_000);
  expect(polled({ status: 'scheduled', scheduled_for: '2026-03-01T12:02:00Z' })).toBe(30_000);
  expect(polled({ status: 'paused' })).toBe(30_000);
  expect(polled({ status: 'finished', finished_at: '2026-03-01T11:59:30Z' })).toBe(5_000);
});
