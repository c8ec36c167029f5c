import type { VisitorContent } from '@parley/live';
import type { Shell } from '../../shell.ts';
import { claim } from './tab-locks.ts';

/** Something the visitor has sent that the server is not known to have: a message, or a file to be uploaded for one. */
export interface Unsent {
  client_message_id: string;
  message?: VisitorContent;
  file?: Blob;
  name?: string;
  at: number;
}

const STORE = 'outbox';
/** What could not be sent for so long nobody waits for any more. */
const KEPT_MS = 7 * 86_400_000;

/**
 * Survives the page, the browser and a flat battery; where a browser keeps nothing, only as long as the page. What a tab
 * has is the tab's to send for as long as it lives; what a closed one left behind is taken by one of the others.
 */
export function openUnsent({ config, memory }: Shell) {
  const name = `parley.${config.button_guid}`;
  let database: Promise<IDBDatabase | undefined> | undefined;
  /** What is this tab's, and how to let go of it. */
  const own = new Map<string, () => void>();

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

  async function list() {
    const all: Unsent[] = (await run('readonly', (store) => store.getAll())) ?? [];
    const late = Date.now() - KEPT_MS;
    for (const { client_message_id, at } of all) if (at < late) void remove(client_message_id);
    return all.filter(({ at }) => at >= late).sort((one, other) => one.at - other.at);
  }

  const lockOf = (id: string) => `${name}.${id}`;
  const remove = (id: string) => run('readwrite', (store) => store.delete(id));

  async function release(id: string) {
    own.get(id)?.();
    own.delete(id);
    await remove(id);
    await forgetIfNone();
  }

  async function forgetIfNone() {
    if (!(await list()).length && !own.size) memory.set('unsent', undefined);
  }

  /** The next page is to know at once that there is something to send. */
  function remember(id: string) {
    if (own.has(id)) memory.set('unsent', '1');
  }

  return {
    save(entry: Unsent) {
      const { client_message_id: id } = entry;
      own.set(id, () => {});
      remember(id);
      void claim(lockOf(id)).then((letGo = () => {}) => (own.has(id) ? own.set(id, letGo) : letGo()));
      // A tab that sends its last at this moment says that there is nothing.
      void run('readwrite', (store) => store.put(entry)).then(() => remember(id));
    },
    /** What was left behind, to be sent by this tab from now on; oldest first. */
    async take() {
      const taken: Unsent[] = [];
      for (const entry of await list()) {
        const { client_message_id: id } = entry;
        const letGo = own.has(id) ? undefined : await claim(lockOf(id));
        if (!letGo) continue;
        own.set(id, letGo);
        taken.push(entry);
      }
      await forgetIfNone();
      return taken;
    },
    /** It is stored, or nobody wants it any more. */
    release,
    releaseOwn,
    async clear() {
      await releaseOwn();
      await run('readwrite', (store) => store.clear());
    },
  };

  function releaseOwn() {
    return Promise.all([...own.keys()].map(release));
  }
}

export type UnsentStore = ReturnType<typeof openUnsent>;
