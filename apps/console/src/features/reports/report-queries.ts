import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import type { Interval, Span } from '../../ui/report/period/periods.ts';

const toQuery = ({ from, to }: Span) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

/** The last figures stay until those of another period have arrived. */
const shared = { staleTime: 60_000, placeholderData: keepPreviousData };

const WIDGET_METRICS = [
  'chats_total',
  'chats_missed',
  'chats_accepted',
  'chats_accepted_ai',
  'messages_total',
  'avg_first_response_seconds',
  'rating_average',
].join();

export const totalsQuery = (span: Span) =>
  queryOptions({
    ...shared,
    queryKey: ['reports', 'totals', span],
    queryFn: ({ signal }) =>
      api.stats.read({ query: { ...toQuery(span), metric: WIDGET_METRICS, internal: 0 }, signal }),
  });

export const trendQuery = (span: Span, interval: Interval) =>
  queryOptions({
    ...shared,
    queryKey: ['reports', 'trend', span, interval],
    queryFn: async ({ signal }) => (await api.stats.trend({ query: { ...toQuery(span), interval }, signal })).data,
  });

export type TrendBucket = Awaited<ReturnType<typeof api.stats.trend>>['data'][number];

export const channelsQuery = (span: Span) =>
  queryOptions({
    ...shared,
    queryKey: ['reports', 'channels', span],
    queryFn: async ({ signal }) => (await api.stats.channels({ query: toQuery(span), signal })).data,
  });

export type ChannelFigures = Awaited<ReturnType<typeof api.stats.channels>>['data'][number];

export const agentsQuery = (span: Span) =>
  queryOptions({
    ...shared,
    queryKey: ['reports', 'agents', span],
    queryFn: async ({ signal }) => {
      const all: AgentFigures[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query = { ...toQuery(span), limit: 100, ...(cursor && { cursor }) };
        const page: AgentPage = await api.stats.agents({ query, signal });
        all.push(...page.data);
        cursor = page.next_cursor;
      }
      return all;
    },
  });

type AgentPage = Awaited<ReturnType<typeof api.stats.agents>>;
export type AgentFigures = AgentPage['data'][number];

export const hoursQuery = (span: Span) =>
  queryOptions({
    ...shared,
    queryKey: ['reports', 'hours', span],
    queryFn: async ({ signal }) => (await api.stats.hours({ query: toQuery(span), signal })).data,
  });

export type HourFigures = Awaited<ReturnType<typeof api.stats.hours>>['data'][number];

export const ratingCountsQuery = (span: Span) =>
  queryOptions({
    ...shared,
    queryKey: ['reports', 'rating-counts', span],
    queryFn: ({ signal }) => api.stats.ratings({ query: toQuery(span), signal }),
  });

export interface RatingFilters {
  score?: number;
  commented?: 1;
}

const RATINGS_PAGE = 20;

export const ratingsQuery = (span: Span, filters: RatingFilters) =>
  infiniteQueryOptions({
    ...shared,
    queryKey: ['reports', 'ratings', span, filters],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.ratings.list({
        query: { ...toQuery(span), ...filters, limit: RATINGS_PAGE, ...(cursor && { cursor }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

export type Rating = Awaited<ReturnType<typeof api.ratings.list>>['data'][number];

/** Every rating of the period, newest first, page by page. */
export const eachRating = (span: Span, filters: RatingFilters) =>
  api.ratings.list.each({ query: { ...toQuery(span), ...filters, limit: 100 } });

export const ownFiguresQuery = (span: Span) =>
  queryOptions({
    ...shared,
    queryKey: ['reports', 'own', span],
    queryFn: ({ signal }) => api.profile.stats({ query: toQuery(span), signal }),
  });

export const ownTrendQuery = (span: Span, interval: Interval) =>
  queryOptions({
    ...shared,
    queryKey: ['reports', 'own-trend', span, interval],
    queryFn: async ({ signal }) => (await api.profile.trend({ query: { ...toQuery(span), interval }, signal })).data,
  });

/** Whether the widget ever had a chat; asked for only where a period has none. */
export const anyChatQuery = queryOptions({
  queryKey: ['reports', 'any-chat'],
  staleTime: 0,
  gcTime: 0,
  queryFn: async ({ signal }) => (await api.chats.list({ query: { limit: 1 }, signal })).data.length > 0,
});

export type OwnBucket = Awaited<ReturnType<typeof api.profile.trend>>['data'][number];
