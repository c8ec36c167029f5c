import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDraftStorage } from './draft-storage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Storage shared by the tabs of one browser. */
function createStorageArea() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  };
}

test('drafts are restored when the page is reopened, one for each chat and mode', () => {
  const storage = createStorageArea();
  const drafts = createDraftStorage('d', () => storage);
  drafts.write(1, 'reply', 'hello');
  drafts.write(1, 'note', 'rude');
  drafts.write(2, 'reply', 'bye');
  drafts.flush();
  const again = createDraftStorage('d', () => storage);
  expect([again.read(1, 'reply'), again.read(1, 'note'), again.read(2, 'reply'), again.read(2, 'note')]).toEqual([
    'hello',
    'rude',
    'bye',
    '',
  ]);
  expect(createDraftStorage('other', () => storage).read(1, 'reply')).toBe('');
});

test('saving is debounced while typing, and a sent draft is deleted at once', () => {
  const storage = createStorageArea();
  const drafts = createDraftStorage('d', () => storage);
  drafts.write(1, 'reply', 'hel');
  drafts.write(1, 'reply', 'hello');
  expect(storage.kept.size).toBe(0);
  expect(drafts.read(1, 'reply')).toBe('hello');
  vi.runAllTimers();
  expect(createDraftStorage('d', () => storage).read(1, 'reply')).toBe('hello');
  drafts.write(1, 'reply', '');
  expect(createDraftStorage('d', () => storage).read(1, 'reply')).toBe('');
});

test('a tab does not overwrite drafts of another tab, except in the same chat', () => {
  const storage = createStorageArea();
  const [one, other] = [createDraftStorage('d', () => storage), createDraftStorage('d', () => storage)];
  one.write(1, 'reply', 'from one');
  other.write(2, 'reply', 'from other');
  one.flush();
  other.flush();
  expect([one.read(1, 'reply'), one.read(2, 'reply')]).toEqual(['from one', 'from other']);
  one.write(2, 'reply', 'later');
  expect(other.read(2, 'reply')).toBe('from other');
  one.flush();
  expect(other.read(2, 'reply')).toBe('later');
});

test('only the fifty newest drafts are kept', () => {
  const storage = createStorageArea();
  const drafts = createDraftStorage('d', () => storage);
  for (let id = 1; id <= 60; id++) {
    vi.advanceTimersByTime(1);
    drafts.write(id, 'reply', `draft ${id}`);
  }
  drafts.flush();
  const left = Array.from({ length: 60 }, (_, at) => at + 1).filter((id) => drafts.read(id, 'reply'));
  expect(left).toEqual(Array.from({ length: 50 }, (_, at) => at + 11));
});

test('drafts last as long as the page if storage is unavailable, and corrupt storage is ignored', () => {
  const drafts = createDraftStorage('d', () => {
    throw new Error('forbidden');
  });
  drafts.write(1, 'reply', 'hello');
  drafts.flush();
  expect(drafts.read(1, 'reply')).toBe('hello');
  const storage = createStorageArea();
  storage.setItem('d', '{broken');
  expect(createDraftStorage('d', () => storage).read(1, 'reply')).toBe('');
});
