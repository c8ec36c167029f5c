import type { Notices } from '../infra/postgres/notices.ts';

const TTL_MS = 5_000;
const MOST = 10_000;

interface Options<Value> {
  load: (key: string) => Promise<Value | undefined>;
  /** Which notices make a value stale, as `topic:subject`. */
  subjects: (value: Value) => string[];
  topics: string[];
  notices: Notices;
}

/**
 * What is read on every request and changes seldom. A change is noticed at once on every node, and after five seconds
 * even where the notice was lost. What does not exist is not remembered: strangers would fill the memory.
 */
export function createCache<Value>({ load, subjects, topics, notices }: Options<Value>) {
  const entries = new Map<string, { value: Value; until: number }>();
  const loading = new Map<string, Promise<Value | undefined>>();
  let generation = 0;

  const forget = (isStale: (value: Value) => boolean) => {
    generation += 1;
    for (const [key, { value }] of entries) if (isStale(value)) entries.delete(key);
  };
  for (const topic of topics) {
    notices.on(topic, (subject) => forget((value) => subjects(value).includes(`${topic}:${subject}`)));
  }
  notices.onGap(() => forget(() => true));

  async function read(key: string): Promise<Value | undefined> {
    const before = generation;
    const value = await load(key);
    // What was read before a notice came may be older than it.
    if (value !== undefined && generation === before) {
      if (entries.size >= MOST) entries.clear();
      entries.set(key, { value, until: performance.now() + TTL_MS });
    } else entries.delete(key);
    return value;
  }

  return async (key: string): Promise<Value | undefined> => {
    const known = entries.get(key);
    if (known && known.until > performance.now()) return known.value;
    // A crowd with one key looks it up once; after a notice, anew.
    const name = `${generation} ${key}`;
    const found = loading.get(name) ?? read(key).finally(() => loading.delete(name));
    loading.set(name, found);
    return found;
  };
}
