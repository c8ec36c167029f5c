import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../../data/api.ts';
import { pollingOf } from '../../sends/model/polling.ts';
import { listKey, listPolling, oneKey, PAGE } from '../../sends/model/send-queries.ts';
import type { BroadcastFilters } from './broadcast-search.ts';

export type Broadcast = Awaited<ReturnType<typeof api.broadcasts.read>>;
export type Preview = Awaited<ReturnType<typeof api.broadcasts.preview>>;

export const broadcastsQuery = ({ status, channel }: BroadcastFilters) =>
  infiniteQueryOptions({
    queryKey: [...listKey('broadcasts'), status, channel],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.broadcasts.list({
        query: { limit: PAGE, ...(status && { status }), ...(channel && { channel }), ...(cursor && { cursor }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => listPolling(state.data?.pages),
  });

export const broadcastQuery = (id: number) =>
  queryOptions({
    queryKey: oneKey('broadcasts', id),
    queryFn: ({ signal }) => api.broadcasts.read({ params: { id }, signal }),
    refetchOnMount: 'always',
    // A draft is what its form is filled with.
    refetchInterval: ({ state: { data } }) => (data && data.status !== 'draft' ? pollingOf(data, Date.now()) : false),
  });
