import type { VisitorContent } from '@parley/live';

/** A message the server is not known to have stored, or a file to upload for one. */
export interface OutboxEntry {
  client_message_id: string;
  message?: VisitorContent;
  file?: Blob;
  name?: string;
  at: number;
}

const STORE = 'outbox';
const MAX_AGE_MS = 7 * 86_400_000;

/** The outbox in IndexedDB. Where the browser has none, every call does nothing. */
export function openOutboxDatabase(name: string) {
  let database: Promise<IDBDatabase | undefined> | undefined;

  function open() {
    database ??= new Promise((resolve) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'client_message_id' });
      request.onsuccess = () => {
        request.result.onclose = () => {
          database = undefined;
        };
        resolve(request.result);
      };
      request.onerror = () => resolve(undefined);
    });
    return database.catch(() => undefined);
  }

  async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>) {
    const db = await open();
    if (!db) return undefined;
    return new Promise<T | undefined>((resolve) => {
      try {
        const request = act(db.transaction(STORE, mode).objectStore(STORE));
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => resolve(undefined);
      } catch {
        resolve(undefined);
      }
    });
  }

  const remove = (id: string) => run('readwrite', (store) => store.delete(id));

  return {
    /** Oldest first. Expired entries are removed. */
    async list() {
      const all: OutboxEntry[] = (await run('readonly', (store) => store.getAll())) ?? [];
      const oldest = Date.now() - MAX_AGE_MS;
      for (const { client_message_id, at } of all) if (at < oldest) void remove(client_message_id);
      return all.filter(({ at }) => at >= oldest).sort((one, other) => one.at - other.at);
    },
    put: (entry: OutboxEntry) => run('readwrite', (store) => store.put(entry)),
    remove,
    clear: () => run('readwrite', (store) => store.clear()),
  };
}
