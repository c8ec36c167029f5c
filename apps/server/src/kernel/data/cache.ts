import { LRUCache } from 'lru-cache';
import type { Notices } from '../../infra/postgres/notices.ts';
import { createSweep } from './sweep.ts';

const TTL_MS = 5_000;
const MAX_ENTRIES = 10_000;

interface CacheSource<Value> {
  load: (key: string) => Promise<Value | undefined>;
  /** Which notices make a value stale, as `topic:subject`. */
  subjects: (value: Value) => string[];
  topics: string[];
  notices: Pick<Notices, 'on' | 'onGap'>;
}

/**
 * A bounded LRU cache of what every request reads and what changes seldom. Notices invalidate it at once on every node; its
 * TTL limits the harm of a lost one. What does not exist is not cached: guessed keys would evict real ones.
 */
export function createCache<Value extends object>({ load, subjects, topics, notices }: CacheSource<Value>) {
  /** Keys by the subjects that make them stale. */
  const index = new Map<string, Set<string>>();
  const entries = new LRUCache<string, Value>({
    max: MAX_ENTRIES,
    ttl: TTL_MS,
    ttlResolution: 0,
    dispose(value, key) {
      for (const subject of subjects(value)) {
        const keys = index.get(subject);
        keys?.delete(key);
        if (!keys?.size) index.delete(subject);
      }
    },
  });
  const loading = new Map<string, Promise<Value | undefined>>();
  let generation = 0;
  const sweepLater = createSweep(entries);

  for (const topic of topics) {
    notices.on(topic, (subject) => {
      generation += 1;
      for (const key of index.get(`${topic}:${subject}`) ?? []) entries.delete(key);
    });
  }
  notices.onGap(() => {
    generation += 1;
    entries.clear();
  });

  function store(key: string, value: Value) {
    entries.set(key, value);
    sweepLater();
    for (const subject of subjects(value)) index.getOrInsertComputed(subject, () => new Set()).add(key);
  }

  async function read(key: string): Promise<Value | undefined> {
    const before = generation;
    const value = await load(key);
    // A value that was loaded before a notice may be older than it.
    if (value !== undefined && generation === before) store(key, value);
    return value;
  }

  return async (key: string): Promise<Value | undefined> => {
    const known = entries.get(key);
    if (known) return known;
    // Concurrent lookups of a key share one load, but not with those from before a notice.
    const name = `${generation} ${key}`;
    const found = loading.get(name) ?? read(key).finally(() => loading.delete(name));
    loading.set(name, found);
    return found;
  };
}
