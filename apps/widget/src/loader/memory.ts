import { type Memory, type MemoryKey, storageKey } from '../shell.ts';

/** Kept for the tab: on its next page the chat is open again, in another tab it is not. */
const TAB_KEYS = /^(open|visit|draft|shown)$/;

/** Keeps values in web storage, or in the page where the browser refuses. */
export function createMemory(guid: string): Memory {
  const inPage: Partial<Record<MemoryKey, string | undefined>> = {};
  const storageFor = (name: MemoryKey) => (TAB_KEYS.test(name) ? sessionStorage : localStorage);

  return {
    get(name) {
      try {
        return inPage[name] ?? storageFor(name).getItem(storageKey(guid, name)) ?? undefined;
      } catch {}
    },
    set(name, value, isForNextPage = true) {
      inPage[name] = isForNextPage ? undefined : value;
      try {
        if (value !== undefined && isForNextPage) storageFor(name).setItem(storageKey(guid, name), value);
        else storageFor(name).removeItem(storageKey(guid, name));
      } catch {
        inPage[name] = value;
      }
    },
  };
}
