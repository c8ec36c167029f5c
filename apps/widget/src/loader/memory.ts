import { keyOf, type Memory, type Remembered } from '../shell.ts';

/** Forgotten with the tab: on the next page the chat is open again, in another tab it is not. */
const OF_TAB = /^(open|visit|draft)$/;

/** Nothing is written before there is something to remember; what a browser does not keep is forgotten with the page. */
export function createMemory(guid: string): Memory {
  const ofPage: Partial<Record<Remembered, string | undefined>> = {};
  const placeOf = (name: Remembered) => (OF_TAB.test(name) ? sessionStorage : localStorage);

  return {
    get(name) {
      try {
        return ofPage[name] ?? placeOf(name).getItem(keyOf(guid, name)) ?? undefined;
      } catch {
        return undefined;
      }
    },
    set(name, value, isForNextPage = true) {
      ofPage[name] = isForNextPage ? undefined : value;
      try {
        if (value !== undefined && isForNextPage) placeOf(name).setItem(keyOf(guid, name), value);
        else placeOf(name).removeItem(keyOf(guid, name));
      } catch {
        ofPage[name] = value;
      }
    },
  };
}
