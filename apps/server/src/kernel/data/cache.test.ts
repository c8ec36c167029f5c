import { expect, onTestFinished, test, vi } from 'vitest';
import { ageCaches } from '../../../test/caches.ts';
import { createCache } from './cache.ts';

const MAX_ENTRIES = 10_000;

interface Token {
  id: number;
  widget: number;
}

/** A cache over `rows`, with the notices of its topics. */
function openCache() {
  const rows = new Map<string, Token>();
  const listeners = new Map<string, (subject: string) => void>();
  const gap = Promise.withResolvers<() => void>();
  const load = vi.fn(async (key: string) => rows.get(key));
  const subjects = vi.fn(({ id, widget }: Token) => [`token:${id}`, `widget:${widget}`]);
  const find = createCache<Token>({
    load,
    subjects,
    topics: ['token', 'widget'],
    notices: { on: (topic, listener) => void listeners.set(topic, listener), onGap: gap.resolve },
  });
  const countLoads = async (keys: string[]) => {
    const before = load.mock.calls.length;
    for (const key of keys) await find(key);
    return load.mock.calls.length - before;
  };
  const notice = (topic: string, subject: number) => listeners.get(topic)?.(String(subject));
  return { rows, load, subjects, find, countLoads, notice, gap: async () => (await gap.promise)() };
}

test('concurrent reads load a value once, and it stays cached until its TTL ends', async () => {
  const { rows, find, load, countLoads } = openCache();
  rows.set('a', { id: 1, widget: 1 });
  expect(await Promise.all([find('a'), find('a'), find('a')])).toEqual(Array(3).fill({ id: 1, widget: 1 }));
  expect(load).toHaveBeenCalledTimes(1);
  ageCaches(4_000);
  expect(await countLoads(['a'])).toBe(0);
  ageCaches(1_001);
  expect(await countLoads(['a'])).toBe(1);
});

test('expired entries are dropped within half a minute, without being read', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { rows, subjects, countLoads, notice } = openCache();
  rows.set('a', { id: 1, widget: 1 }).set('b', { id: 2, widget: 1 });
  await countLoads(['a', 'b']);
  ageCaches();
  await countLoads(['b']);
  vi.advanceTimersByTime(30_000);
  subjects.mockClear();
  notice('widget', 1);
  expect(subjects).toHaveBeenCalledTimes(1);
});

test('a notice invalidates only the entries it names', async () => {
  const { rows, countLoads, notice } = openCache();
  rows.set('a', { id: 1, widget: 1 }).set('b', { id: 2, widget: 1 }).set('c', { id: 3, widget: 2 });
  const keys = [...rows.keys()];
  expect(await countLoads(keys)).toBe(3);
  notice('token', 1);
  expect(await countLoads(keys)).toBe(1);
  notice('widget', 1);
  expect(await countLoads(keys)).toBe(2);
  notice('token', 9);
  expect(await countLoads(keys)).toBe(0);
});

test('a reloaded value is invalidated by notices about its new subjects only', async () => {
  const { rows, countLoads, notice } = openCache();
  rows.set('a', { id: 1, widget: 1 });
  await countLoads(['a']);
  rows.set('a', { id: 1, widget: 2 });
  notice('token', 1);
  expect(await countLoads(['a'])).toBe(1);
  notice('widget', 1);
  expect(await countLoads(['a'])).toBe(0);
  notice('widget', 2);
  expect(await countLoads(['a'])).toBe(1);
});

test('a load in progress when a notice arrives is not cached, and later reads load again', async () => {
  const { rows, find, load, countLoads, notice } = openCache();
  const slow = Promise.withResolvers<Token>();
  load.mockReturnValueOnce(slow.promise);
  const before = find('a');
  rows.set('a', { id: 1, widget: 2 });
  notice('widget', 1);
  expect(await find('a')).toEqual({ id: 1, widget: 2 });
  slow.resolve({ id: 1, widget: 1 });
  expect(await before).toEqual({ id: 1, widget: 1 });
  expect(await countLoads(['a'])).toBe(0);
  expect(await find('a')).toEqual({ id: 1, widget: 2 });
});

test('after a gap in the notices, every entry is reloaded', async () => {
  const { rows, countLoads, gap } = openCache();
  rows.set('a', { id: 1, widget: 1 }).set('b', { id: 2, widget: 1 });
  expect(await countLoads(['a', 'b'])).toBe(2);
  await gap();
  expect(await countLoads(['a', 'b'])).toBe(2);
});

test('missing values and failed loads are not cached', async () => {
  const { find, load, countLoads } = openCache();
  expect(await countLoads(['a', 'a'])).toBe(2);
  load.mockRejectedValueOnce(new Error('no database'));
  await expect(find('a')).rejects.toThrow('no database');
  expect(await countLoads(['a'])).toBe(1);
});

test('a full cache evicts the least recently used entry, and a notice visits only what it invalidates', async () => {
  const { rows, countLoads, subjects, notice } = openCache();
  for (let id = 0; id <= MAX_ENTRIES; id += 1) rows.set(`${id}`, { id, widget: id });
  const [first, second, ...others] = rows.keys();
  const [oldest, used, newest] = [`${second}`, `${first}`, `${others.pop()}`];
  await countLoads([used, oldest, ...others, used, newest]);
  expect(await countLoads([used, newest, ...others.slice(-100)])).toBe(0);
  expect(await countLoads([oldest])).toBe(1);

  subjects.mockClear();
  notice('widget', MAX_ENTRIES);
  expect(subjects).toHaveBeenCalledTimes(1);
  expect(await countLoads([newest])).toBe(1);
});
