import { performance } from 'node:perf_hooks';
import { afterEach, expect, test, vi } from 'vitest';
import { createPace } from './pace.ts';

const never = new AbortController().signal;

afterEach(() => {
  vi.restoreAllMocks();
});

async function pauseAfter(tookMs: number, { utilization = 0, isCrowded = false }) {
  vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue({ idle: 0, active: 0, utilization });
  const pace = createPace(() => isCrowded);
  const began = performance.now();
  await pace(tookMs, never);
  return performance.now() - began;
}

test('background work goes on at once while the server has little to do', async () => {
  expect(await pauseAfter(60_000, { utilization: 0.2 })).toBeLessThan(1_000);
});

test('background work pauses for several times as long as it took while requests keep the server busy', async () => {
  expect(await pauseAfter(20, { utilization: 0.9 })).toBeGreaterThan(100);
});

test('background work pauses while requests wait for the database', async () => {
  expect(await pauseAfter(20, { isCrowded: true })).toBeGreaterThan(100);
});

test('a pause ends when the server stops', async () => {
  const closing = new AbortController();
  const paused = createPace(() => true)(60_000, closing.signal);
  closing.abort();
  await expect(paused).rejects.toThrow('aborted');
});
