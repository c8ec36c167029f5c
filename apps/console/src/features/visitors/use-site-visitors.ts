import type { SiteVisitor } from '@parley/live';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { api } from '../../data/api.ts';
import { useDesk, useVisitors } from '../../data/live/live.tsx';

/** Who is on the site, whoever came last first. The connection keeps the list; asking for it once says when it is whole. */
export function useSiteVisitors() {
  const desk = useDesk();
  const { isPending, error, refetch } = useQuery({
    queryKey: ['visitors'],
    queryFn: async ({ signal }) => {
      const listed = await Array.fromAsync(api.visitors.list.each({ signal }));
      desk.loadVisitors(listed);
      return listed.length;
    },
    // What is left of it when the screen is shown again says nothing of who is there then.
    gcTime: 0,
  });
  // On a busy site somebody moves all the time: typing into the search comes first.
  const known = useDeferredValue(useVisitors());
  const visitors = useMemo(() => [...known.values()].sort(byArrival), [known]);
  return { visitors, isPending: isPending && !visitors.length, error, retry: () => void refetch() };
}

function byArrival(one: SiteVisitor, other: SiteVisitor) {
  return Date.parse(other.since) - Date.parse(one.since) || (one.id < other.id ? 1 : -1);
}
