import type { Chat } from '@parley/live';
import { useMemo, useState } from 'react';

export interface Selection {
  chats: Chat[];
  has(id: number): boolean;
  /** With `isRange`, selects everything up to the previous one. */
  toggle(id: number, isRange: boolean): void;
  all(): void;
  clear(): void;
}

/** The limit of a bulk request. */
const MAX_RESULTS = 100;

/** Selected chats that are still in the list. */
export function useSelection(shown: readonly Chat[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [last, setLast] = useState<number>();
  return useMemo(
    () => ({
      chats: ids.size ? shown.filter(({ id }) => ids.has(id)) : [],
      has: (id) => ids.has(id),
      toggle(id, isRange) {
        const [from, to] = [last ?? id, id].map((each) => shown.findIndex((chat) => chat.id === each));
        const range = isRange && from !== undefined && from >= 0 && to !== undefined ? between(shown, from, to) : [id];
        const next = new Set(ids);
        for (const each of range) ids.has(id) ? next.delete(each) : next.add(each);
        setIds(new Set([...next].slice(0, MAX_RESULTS)));
        setLast(id);
      },
      all: () => setIds(new Set(shown.slice(0, MAX_RESULTS).map(({ id }) => id))),
      clear: () => setIds(new Set()),
    }),
    [ids, last, shown],
  );
}

function between(shown: readonly Chat[], from: number, to: number) {
  return shown.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id);
}
