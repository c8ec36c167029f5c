import { LRUCache } from 'lru-cache';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import * as store from './store.ts';

/** Who can answer in a widget whose AI is on. */
export type Answering = NonNullable<Awaited<ReturnType<typeof store.find>>>;

/** By revision, which names one state for good. */
const known = new LRUCache<string, Answering>({ max: 1_000 });

/** The state of a revision, or a later one; undefined if the AI is off. */
export async function findOfRevision(work: InWidget<Read>, revision: string | null) {
  return revision === null ? undefined : (known.get(revision) ?? find(work));
}

export async function find(work: InWidget<Read>): Promise<Answering | undefined> {
  const found = await store.find(work);
  if (found) known.set(found.revision, found);
  return found;
}

/**
 * Who answers next: the operator who answered last, if still there; else the oldest external one, the one of the default
 * assistant, or the oldest.
 */
export function pickAnswerer(answerers: store.Answerer[], lastId: number | null = null): store.Answerer | undefined {
  return (
    answerers.find(({ id }) => id === lastId) ??
    answerers.find(({ isExternal }) => isExternal) ??
    answerers.find(({ isDefault }) => isDefault) ??
    answerers[0]
  );
}
