import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../data/api.ts';

export type Rule = Awaited<ReturnType<typeof api.kb.readRule>>;
export type Source = Awaited<ReturnType<typeof api.kb.listSources>>['data'][number];
export type Upload = Awaited<ReturnType<typeof api.kb.readUpload>>;
export type Crawler = Awaited<ReturnType<typeof api.kb.readCrawler>>;
export type CrawlConfig = NonNullable<Crawler['config']>;
export type CrawlRun = NonNullable<Crawler['run']>;
export type CrawlChange = Awaited<ReturnType<typeof api.kb.listCrawlChanges>>['data'][number];
export type KbStatus = Awaited<ReturnType<typeof api.kb.readStatus>>;
export type Search = Awaited<ReturnType<typeof api.kb.search>>;
export type Hit = Search['hits'][number];

const KEY = ['ai', 'kb'];
const PAGE = 25;
const CHANGES = 100;
/** While the server is at work. */
const BUSY_MS = 1_500;
const PENDING_MS = 5_000;

export const isRunning = (run: Pick<CrawlRun, 'status'> | null | undefined) =>
  run?.status === 'queued' || run?.status === 'running';

export const isReading = ({ status }: Upload) => status === 'queued' || status === 'processing';

export const statusQuery = queryOptions({
  queryKey: [...KEY, 'status'],
  queryFn: ({ signal }) => api.kb.readStatus({ signal }),
  refetchOnMount: 'always',
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && (isBusy(data) ? BUSY_MS : data.pending > 0 && PENDING_MS),
});

const isBusy = ({ crawler, uploads }: KbStatus) =>
  crawler === 'queued' || crawler === 'running' || uploads.queued + uploads.processing > 0;

/** Nothing to answer from, and nothing on its way. */
export const isEmpty = ({ rules, crawler, uploads }: KbStatus) =>
  rules === 0 && crawler === null && Object.values(uploads).every((count) => count === 0);

export interface RuleFilter {
  q?: string;
  source?: string;
  doc?: string;
  unused?: true;
}

const UNUSED_DAYS = 90;

export const rulesQuery = ({ q, source, doc, unused }: RuleFilter) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'rules', q, source, doc, unused],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.kb.listRules({
        query: {
          limit: PAGE,
          ...(q && { q }),
          ...(source && { source }),
          ...(doc && { doc_id: doc }),
          ...(unused && { unused_days: UNUSED_DAYS }),
          ...(cursor && { cursor }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const ruleQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, 'rule', id],
    queryFn: ({ signal }) => api.kb.readRule({ params: { id }, signal }),
  });

export const sourcesQuery = queryOptions({
  queryKey: [...KEY, 'sources'],
  queryFn: ({ signal }) => Array.fromAsync(api.kb.listSources.each({ query: { limit: 100 }, signal })),
  refetchOnMount: 'always',
});

export const uploadsQuery = infiniteQueryOptions({
  queryKey: [...KEY, 'uploads'],
  queryFn: ({ pageParam: cursor, signal }) =>
    api.kb.listUploads({ query: { limit: PAGE, ...(cursor && { cursor }) }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }) => next_cursor,
  refetchOnMount: 'always',
  refetchInterval: ({ state: { data } }) => (data?.pages.some((page) => page.data.some(isReading)) ? BUSY_MS : false),
});

export const crawlerQuery = queryOptions({
  queryKey: [...KEY, 'crawler'],
  queryFn: ({ signal }) => api.kb.readCrawler({ signal }),
  refetchOnMount: 'always',
  refetchInterval: ({ state: { data } }) => (isRunning(data?.run) ? BUSY_MS : false),
});

/** Texts that the last run added and removed, by page. */
export const changesQuery = (runId: number) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'changes', runId],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.kb.listCrawlChanges({ query: { limit: CHANGES, ...(cursor && { cursor }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

export const searchQuery = (q: string, limit: number) =>
  queryOptions({
    queryKey: [...KEY, 'search', q, limit],
    queryFn: ({ signal }) => api.kb.search({ query: { q, limit }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Reloads what the pages of the knowledge base show. */
export function useRefreshKb() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: KEY });
}
