import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { pollingOf } from '../deliveries/logged-delivery.ts';

export type Channel = Awaited<ReturnType<typeof api.channels.read>>;
type Reply = Awaited<ReturnType<typeof api.channels.listReplies>>['data'][number];
type ReplyStatus = Reply['status'];

/** Whether replies are sent to it. */
export const isReachable = ({ is_active, outbound_url }: Channel) => is_active && outbound_url !== null;

const KEY = ['custom-channels'];

export const channelsQuery = queryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: () => Array.fromAsync(api.channels.list.each({ query: { limit: 100 } })),
});

export const channelQuery = (id: number) =>
  queryOptions({ queryKey: [...KEY, id], queryFn: () => api.channels.read({ params: { id } }) });

export const repliesQuery = (id: number, status: string | null) =>
  infiniteQueryOptions({
    queryKey: [...KEY, id, 'replies', status],
    queryFn: ({ pageParam }) => {
      const filter = status ? { status: status as ReplyStatus } : {};
      return api.channels.listReplies({ params: { id }, query: { ...filter, limit: 25, cursor: pageParam } });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) => pollingOf(state.data?.pages.flatMap(({ data }) => data) ?? []),
  });
