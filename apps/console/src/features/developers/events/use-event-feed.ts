import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '../../../data/api.ts';

type Page = Awaited<ReturnType<typeof api.events.list>>;
export type FeedEvent = Page['data'][number];
type EventType = NonNullable<NonNullable<Parameters<typeof api.events.list>[0]>['query']>['type'];

const PAGE = 50;
const POLL_MS = 2_000;
/** So many new ones at once, or in one page, and the feed starts over from the newest. */
const MAX_NEW = 100;
const MAX_KEPT = 500;

const feedQuery = (type: string | null) =>
  infiniteQueryOptions({
    queryKey: ['event-feed', type],
    queryFn: ({ pageParam }) =>
      api.events.list({ query: { sort: 'newest', limit: PAGE, cursor: pageParam, ...ofType(type) } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    // New events are added by the poll.
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  });

const ofType = (type: string | null) => (type ? { type: type as EventType & string } : {});

/** The newest events, older ones on demand, and new ones as they happen. */
export function useEventFeed(type: string | null, isPaused: boolean) {
  const queryClient = useQueryClient();
  const options = feedQuery(type);
  const query = useInfiniteQuery(options);
  const newest = query.data?.pages[0]?.data[0]?.number ?? 0;
  const poll = useQuery({
    queryKey: ['event-feed-poll', type],
    enabled: query.isSuccess && !isPaused,
    refetchInterval: POLL_MS,
    gcTime: 0,
    queryFn: async () => {
      const after = { after: newest, sort: 'newest', limit: MAX_NEW, ...ofType(type) } as const;
      const { data, next_cursor } = await api.events.list({ query: after });
      if (next_cursor !== null) await queryClient.resetQueries({ queryKey: options.queryKey });
      else if (data.length) queryClient.setQueryData(options.queryKey, (known) => known && prepend(known, data));
      return Date.now();
    },
  });
  return { query, isStalled: poll.isError && !isPaused };
}

/** Pages below a first one that has grown too long are loaded again on demand. */
function prepend(known: InfiniteData<Page>, added: FeedEvent[]) {
  const [first, ...others] = known.pages;
  if (!first) return known;
  const last = first.data[0]?.number ?? 0;
  const data = [...added.filter(({ number }) => number > last), ...first.data];
  if (data.length <= MAX_KEPT) return { ...known, pages: [{ ...first, data }, ...others] };
  return { pages: [{ ...first, data }], pageParams: known.pageParams.slice(0, 1) };
}
