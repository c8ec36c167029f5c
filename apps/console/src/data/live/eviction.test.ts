import { type AgentState, type Chat, createStore } from '@parley/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEviction } from './eviction.ts';

const SWEEP_MS = 600_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Eviction over a client whose chats the test controls. */
function startEviction() {
  const store = createStore({ chats: new Map() } as unknown as AgentState);
  const put = (change: (chats: Map<number, Chat>) => void) => {
    const chats = new Map(store.state.chats);
    change(chats);
    store.set({ chats });
  };
  const eviction = createEviction({
    get state() {
      return store.state;
    },
    forget: (ids) =>
      put((chats) => {
        for (const id of ids) chats.delete(id);
      }),
  });
  return {
    ...eviction,
    onMessage: (id: number) =>
      put((chats) => void chats.set(id, { id, version: (chats.get(id)?.version ?? 0) + 1 } as Chat)),
    readAgain: (id: number) => put((chats) => void chats.set(id, { ...chats.get(id) } as Chat)),
    known: () => [...store.state.chats.keys()],
  };
}

test('an unretained chat is evicted if it did not change between two sweeps', () => {
  const { onMessage, known, stop } = startEviction();
  for (const id of [1, 2]) onMessage(id);
  vi.advanceTimersByTime(SWEEP_MS);
  expect(known()).toEqual([1, 2]);
  onMessage(2);
  vi.advanceTimersByTime(SWEEP_MS);
  expect(known()).toEqual([2]);
  stop();
  vi.advanceTimersByTime(3 * SWEEP_MS);
  expect(known()).toEqual([2]);
});

test('a chat that a reconnection reads again without a change is evicted', () => {
  const { onMessage, readAgain, known } = startEviction();
  onMessage(1);
  vi.advanceTimersByTime(SWEEP_MS);
  readAgain(1);
  vi.advanceTimersByTime(SWEEP_MS);
  expect(known()).toEqual([]);
});

test('a retained chat stays, and is evicted by the second sweep after its release', () => {
  const { onMessage, known, retain } = startEviction();
  for (const id of [1, 2]) onMessage(id);
  const release = retain(({ id }) => id === 1);
  retain(() => false);
  vi.advanceTimersByTime(5 * SWEEP_MS);
  expect(known()).toEqual([1]);
  release();
  vi.advanceTimersByTime(SWEEP_MS);
  expect(known()).toEqual([1]);
  vi.advanceTimersByTime(SWEEP_MS);
  expect(known()).toEqual([]);
});

test('of a steady stream of new chats, only those of about two sweeps are kept', () => {
  const { onMessage, known } = startEviction();
  for (let id = 1; id <= 2_000; id++) {
    onMessage(id);
    vi.advanceTimersByTime(SWEEP_MS / 10);
  }
  expect(known().length).toBeLessThan(25);
});
