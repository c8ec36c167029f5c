import type { LiveData } from '@parley/contract';
import type { Connection } from '../connection/connection.ts';
import { createSyncedValue } from '../synced-value.ts';
import type { AgentCalls, AgentEvents, SiteVisitor } from './state.ts';

interface SiteVisitorsPorts {
  onChange(visitors: ReadonlyMap<string, SiteVisitor>): void;
  /** The watch is on: the list has to be loaded now. */
  onWatch?: (() => void) | undefined;
}

/** Visitors on the site: a loaded list, and events since the watch began, which are newer. */
export function createSiteVisitors(
  { call, isCurrent }: Connection<AgentCalls>,
  { onChange, onWatch }: SiteVisitorsPorts,
) {
  let visitors: ReadonlyMap<string, SiteVisitor> = new Map();
  /** Visitors with an event since the watch began. */
  const updated = new Set<string>();
  const watched = createSyncedValue({ initial: false, isOpen: isCurrent, send });

  function set(next: Map<string, SiteVisitor>) {
    visitors = next;
    onChange(visitors);
  }

  async function send(isOn: boolean) {
    if (isOn) updated.clear();
    const result = await call('watch', { visitors: isOn });
    if (result?.data && isOn && watched.get()) onWatch?.();
    return result;
  }

  return {
    onEvent({ here, gone }: LiveData<AgentEvents['visitors']>) {
      const next = new Map(visitors);
      for (const visitor of here) next.set(visitor.id, visitor);
      for (const id of gone) next.delete(id);
      for (const id of [...here.map((visitor) => visitor.id), ...gone]) updated.add(id);
      set(next);
    },
    load(list: readonly SiteVisitor[]) {
      const listed = list.filter(({ id }) => !updated.has(id));
      const since = [...visitors.values()].filter(({ id }) => updated.has(id));
      set(new Map([...listed, ...since].map((visitor) => [visitor.id, visitor])));
    },
    watch(isOn: boolean) {
      if (!isOn) {
        updated.clear();
        if (visitors.size) set(new Map());
      }
      watched.set(isOn);
    },
    /** After a reconnect, or when the server has dropped the watch. */
    rewatch: watched.resend,
    run: watched.run,
  };
}
