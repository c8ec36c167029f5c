import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownMemory, releaseMemoryWhenQuiet } from './process-memory.ts';

const MB = 1024 ** 2;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process with a heap of 200 MB, 50 of them in use. */
function openProcess() {
  const state = { utilization: 0.9, occupied: 200 * MB };
  const collect = vi.fn(() => {
    state.occupied = 60 * MB;
    return 50 * MB;
  });
  const stop = releaseMemoryWhenQuiet({
    utilization: () => state.utilization,
    occupied: () => state.occupied,
    collect,
  });
  return { state, collect, stop };
}

const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000);

test('garbage is collected once after a busy time, half a minute after the last request', () => {
  const { state, collect, stop } = openProcess();
  pass(600);
  expect(collect).not.toHaveBeenCalled();
  state.utilization = 0.01;
  pass(20);
  expect(collect).not.toHaveBeenCalled();
  pass(10);
  expect(collect).toHaveBeenCalledTimes(1);
  pass(3_600);
  expect(collect).toHaveBeenCalledTimes(1);
  stop();
});

test('a request in a quiet time postpones the collection', () => {
  const { state, collect, stop } = openProcess();
  state.utilization = 0.01;
  pass(20);
  state.utilization = 0.5;
  pass(10);
  state.utilization = 0.01;
  pass(20);
  expect(collect).not.toHaveBeenCalled();
  stop();
});

test('a heap that grows again is collected again, at most every two minutes', () => {
  const { state, collect, stop } = openProcess();
  state.utilization = 0.01;
  pass(30);
  state.occupied = 200 * MB;
  pass(110);
  expect(collect).toHaveBeenCalledTimes(1);
  pass(10);
  expect(collect).toHaveBeenCalledTimes(2);
  stop();
});

test('a collection of this process frees garbage and leaves `gc` out of reach', () => {
  let isFreed = false;
  const registry = new FinalizationRegistry(() => {
    isFreed = true;
  });
  registry.register({ garbage: true }, undefined);
  const { collect } = ownMemory();
  expect(collect()).toBeGreaterThan(0);
  expect(globalThis.gc).toBeUndefined();
  vi.useRealTimers();
  return vi.waitUntil(() => isFreed);
});
