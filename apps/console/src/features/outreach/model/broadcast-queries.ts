import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import type { BroadcastFilters } from './broadcast-search.ts';
import { CALM_MS, LIST_MS, pollingOf } from './polling.ts';

export type Broadcast = Awaited<ReturnType<typeof api.broadcasts.read>>;
export type Recipient = Awaited<ReturnType<typeof api.broadcasts.listRecipients>>['data'][number];
export type Preview = Awaited<ReturnType<typeof api.broadcasts.preview>>;

const KEY = ['broadcasts'];
const PAGE = 25;

const isActive = ({ status }: Pick<Broadcast, 'status'>) => status === 'running' || status === 'scheduled';

export const broadcastsQuery = ({ status, channel }: BroadcastFilters) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'list', status, channel],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.broadcasts.list({
        query: { limit: PAGE, ...(status && { status }), ...(channel && { channel }), ...(cursor && { cursor }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.pages.some(({ data }) => data.some(isActive)) ? LIST_MS : CALM_MS),
  });

export const broadcastQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: ({ signal }) => api.broadcasts.read({ params: { id }, signal }),
    refetchOnMount: 'always',
    // A draft is what its form is filled with.
    refetchInterval: ({ state: { data } }) => (data && data.status !== 'draft' ? pollingOf(data, Date.now()) : false),
  });

export const recipientsQuery = (id: number, state: Recipient['state'] | undefined) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'recipients', id, state],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.broadcasts.listRecipients({
        params: { id },
        query: { limit: PAGE, ...(state && { state }), ...(cursor && { cursor }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** Takes over a changed broadcast, and reads the lists again. */
export function useCacheBroadcast() {
  const queryClient = useQueryClient();
  return async (broadcast: Broadcast) => {
    queryClient.setQueryData(broadcastQuery(broadcast.id).queryKey, broadcast);
    await queryClient.invalidateQueries({ queryKey: [...KEY, 'list'] });
  };
}

/** Forgets a deleted broadcast. */
export function useForgetBroadcast() {
  const queryClient = useQueryClient();
  return async (id: number) => {
    queryClient.removeQueries({ queryKey: broadcastQuery(id).queryKey });
    await queryClient.invalidateQueries({ queryKey: [...KEY, 'list'] });
  };
}
