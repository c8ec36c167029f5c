import { type AgentState, type Chat, createStore } from '@parley/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createForgetting } from './eviction.ts';

const ROUND_MS = 600_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Forgets whatever it is told to, of the chats that it has heard of. */
function startForgetting() {
  const store = createStore({ chats: new Map() } as unknown as AgentState);
  const put = (change: (chats: Map<number, Chat>) => void) => {
    const chats = new Map(store.state.chats);
    change(chats);
    store.set({ chats });
  };
  const forgetting = createForgetting({
    get state() {
      return store.state;
    },
    forget: (ids) =>
      put((chats) => {
        for (const id of ids) chats.delete(id);
      }),
  });
  return {
    ...forgetting,
    hear: (id: number) => put((chats) => void chats.set(id, { id } as Chat)),
    known: () => [...store.state.chats.keys()],
  };
}

test('a chat that nobody needs is forgotten after a round in which nothing happened to it', () => {
  const { hear, known, stop } = startForgetting();
  for (const id of [1, 2]) hear(id);
  vi.advanceTimersByTime(ROUND_MS);
  expect(known()).toEqual([1, 2]);
  hear(2);
  vi.advanceTimersByTime(ROUND_MS);
  expect(known()).toEqual([2]);
  stop();
  vi.advanceTimersByTime(3 * ROUND_MS);
  expect(known()).toEqual([2]);
});

test('what is needed stays, and is forgotten a whole round after the last who needed it', () => {
  const { hear, known, hold } = startForgetting();
  for (const id of [1, 2]) hear(id);
  const letGo = hold(({ id }) => id === 1);
  hold(() => false);
  vi.advanceTimersByTime(5 * ROUND_MS);
  expect(known()).toEqual([1]);
  letGo();
  vi.advanceTimersByTime(ROUND_MS);
  expect(known()).toEqual([1]);
  vi.advanceTimersByTime(ROUND_MS);
  expect(known()).toEqual([]);
});

test('days of new chats leave no more behind than two rounds bring', () => {
  const { hear, known } = startForgetting();
  for (let id = 1; id <= 2_000; id++) {
    hear(id);
    vi.advanceTimersByTime(ROUND_MS / 10);
  }
  expect(known().length).toBeLessThan(25);
});
