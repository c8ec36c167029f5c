import type { SiteVisitor } from '@parley/live';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { api } from '../../data/api.ts';
import { useLiveConnection, useVisitors } from '../../data/live/live.tsx';

/** Visitors, newest first. The connection keeps the list; the request tells when it is complete. */
export function useSiteVisitors() {
  const live = useLiveConnection();
  const { isPending, error, refetch } = useQuery({
    queryKey: ['visitors'],
    queryFn: async ({ signal }) => {
      const listed = await Array.fromAsync(api.visitors.list.each({ signal }));
      live.loadVisitors(listed);
      return listed.length;
    },
    // An old list says nothing about who is there now.
    gcTime: 0,
  });
  // Deferred: on a busy site updates would block typing into the search.
  const known = useDeferredValue(useVisitors());
  const visitors = useMemo(() => [...known.values()].sort(byArrival), [known]);
  return { visitors, isPending: isPending && !visitors.length, error, retry: () => void refetch() };
}

function byArrival(one: SiteVisitor, other: SiteVisitor) {
  return Date.parse(other.since) - Date.parse(one.since) || (one.id < other.id ? 1 : -1);
}
