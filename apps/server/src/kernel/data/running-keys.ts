import { keyInFlight } from './idempotency.ts';

/** Idempotency keys of writes that run on this node: a concurrent repeat is refused without asking the database. */
export function createRunningKeys() {
  const running = new Set<string>();

  return async function runExclusively<T>(key: Buffer, work: () => Promise<T>) {
    const name = key.toString('base64');
    if (running.has(name)) throw keyInFlight();
    running.add(name);
    try {
      return await work();
    } finally {
      running.delete(name);
    }
  };
}
