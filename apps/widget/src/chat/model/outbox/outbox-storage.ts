import type { Shell } from '../../../shell.ts';
import { claimTabLock } from '../tab-locks.ts';
import { type OutboxEntry, openOutboxDatabase } from './outbox-database.ts';

/**
 * Keeps unsent messages across pages and restarts of the browser; where it stores nothing, as long as the page. A tab
 * owns what it sends while it lives, by a lock for each entry; what a closed tab left behind is claimed by another.
 */
export function openOutboxStorage({ config, memory }: Shell) {
  const name = `parley.${config.button_guid}`;
  const database = openOutboxDatabase(name);
  /** Entries of this tab, with the function that releases each lock. */
  const own = new Map<string, () => void>();

  const lockOf = (id: string) => `${name}.${id}`;

  async function release(id: string) {
    own.get(id)?.();
    own.delete(id);
    await database.remove(id);
    await unflagIfEmpty();
  }

  function releaseOwn() {
    return Promise.all([...own.keys()].map(release));
  }

  /** Lets the next page know at once that there is something to send. */
  function flagUnsent(id: string) {
    if (own.has(id)) memory.set('unsent', '1');
  }

  async function unflagIfEmpty() {
    if (!(await database.list()).length && !own.size) memory.set('unsent', undefined);
  }

  return {
    save(entry: OutboxEntry) {
      const { client_message_id: id } = entry;
      own.set(id, () => {});
      flagUnsent(id);
      void claimTabLock(lockOf(id)).then((unlock = () => {}) => (own.has(id) ? own.set(id, unlock) : unlock()));
      // Again once it is stored: a tab that has just sent its last entry may have cleared the flag.
      void database.put(entry).then(() => flagUnsent(id));
    },
    /** Entries of closed tabs, owned by this tab from now on; oldest first. */
    async claimAbandoned() {
      const claimed: OutboxEntry[] = [];
      for (const entry of await database.list()) {
        const { client_message_id: id } = entry;
        const unlock = own.has(id) ? undefined : await claimTabLock(lockOf(id));
        if (!unlock) continue;
        own.set(id, unlock);
        claimed.push(entry);
      }
      await unflagIfEmpty();
      return claimed;
    },
    /** It is stored on the server, or discarded. */
    release,
    releaseOwn,
    async clear() {
      await releaseOwn();
      await database.clear();
    },
  };
}

export type OutboxStorage = ReturnType<typeof openOutboxStorage>;
