import type { LiveData } from '@parley/contract';
import type { AgentEvents, SiteVisitor } from './state.ts';

/** Who is on the site: a list that was loaded, and what was told since the watch began, which is newer. */
export function createSiteVisitors(onChange: (visitors: ReadonlyMap<string, SiteVisitor>) => void) {
  let visitors: ReadonlyMap<string, SiteVisitor> = new Map();
  const told = new Set<string>();

  function put(next: Map<string, SiteVisitor>) {
    visitors = next;
    onChange(visitors);
  }

  return {
    hear({ here, gone }: LiveData<AgentEvents['visitors']>) {
      const next = new Map(visitors);
      for (const visitor of here) next.set(visitor.id, visitor);
      for (const id of gone) next.delete(id);
      for (const id of [...here.map((visitor) => visitor.id), ...gone]) told.add(id);
      put(next);
    },
    load(list: readonly SiteVisitor[]) {
      const listed = list.filter(({ id }) => !told.has(id));
      const since = [...visitors.values()].filter(({ id }) => told.has(id));
      put(new Map([...listed, ...since].map((visitor) => [visitor.id, visitor])));
    },
    /** The watch begins: what was told before may be old. */
    begin: () => told.clear(),
    end() {
      told.clear();
      if (visitors.size) put(new Map());
    },
  };
}
