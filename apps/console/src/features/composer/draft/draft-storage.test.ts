import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDrafts } from './draft-storage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What the tabs of one browser share. */
function createShelf() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  };
}

test('a draft is there again when the page is opened anew, by chat and by what it is for', () => {
  const shelf = createShelf();
  const drafts = createDrafts('d', () => shelf);
  drafts.keep(1, 'reply', 'hello');
  drafts.keep(1, 'note', 'rude');
  drafts.keep(2, 'reply', 'bye');
  drafts.save();
  const again = createDrafts('d', () => shelf);
  expect([again.find(1, 'reply'), again.find(1, 'note'), again.find(2, 'reply'), again.find(2, 'note')]).toEqual([
    'hello',
    'rude',
    'bye',
    '',
  ]);
  expect(createDrafts('other', () => shelf).find(1, 'reply')).toBe('');
});

test('typing writes seldom, and what was sent is gone at once', () => {
  const shelf = createShelf();
  const drafts = createDrafts('d', () => shelf);
  drafts.keep(1, 'reply', 'hel');
  drafts.keep(1, 'reply', 'hello');
  expect(shelf.kept.size).toBe(0);
  expect(drafts.find(1, 'reply')).toBe('hello');
  vi.runAllTimers();
  expect(createDrafts('d', () => shelf).find(1, 'reply')).toBe('hello');
  drafts.keep(1, 'reply', '');
  expect(createDrafts('d', () => shelf).find(1, 'reply')).toBe('');
});

test('a tab leaves alone what was typed in another one, unless it is the same chat', () => {
  const shelf = createShelf();
  const [one, other] = [createDrafts('d', () => shelf), createDrafts('d', () => shelf)];
  one.keep(1, 'reply', 'from one');
  other.keep(2, 'reply', 'from other');
  one.save();
  other.save();
  expect([one.find(1, 'reply'), one.find(2, 'reply')]).toEqual(['from one', 'from other']);
  one.keep(2, 'reply', 'later');
  expect(other.find(2, 'reply')).toBe('from other');
  one.save();
  expect(other.find(2, 'reply')).toBe('later');
});

test('the fifty newest are kept', () => {
  const shelf = createShelf();
  const drafts = createDrafts('d', () => shelf);
  for (let id = 1; id <= 60; id++) {
    vi.advanceTimersByTime(1);
    drafts.keep(id, 'reply', `draft ${id}`);
  }
  drafts.save();
  const left = Array.from({ length: 60 }, (_, at) => at + 1).filter((id) => drafts.find(id, 'reply'));
  expect(left).toEqual(Array.from({ length: 50 }, (_, at) => at + 11));
});

test('without storage, or with something else in it, drafts last as long as the page', () => {
  const drafts = createDrafts('d', () => {
    throw new Error('forbidden');
  });
  drafts.keep(1, 'reply', 'hello');
  drafts.save();
  expect(drafts.find(1, 'reply')).toBe('hello');
  const shelf = createShelf();
  shelf.setItem('d', '{broken');
  expect(createDrafts('d', () => shelf).find(1, 'reply')).toBe('');
});
