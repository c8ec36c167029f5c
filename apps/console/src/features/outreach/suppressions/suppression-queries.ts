import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import type { SuppressionFilters } from './suppressions-search.ts';

export type Suppression = Awaited<ReturnType<typeof api.suppressions.create>>;

const KEY = ['suppressions'];
const PAGE = 50;

export const suppressionsQuery = (filters: SuppressionFilters) =>
  infiniteQueryOptions({
    queryKey: [...KEY, filters],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.suppressions.list({ query: { ...filters, limit: PAGE, ...(cursor && { cursor }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchOnMount: 'always',
  });

/** Reads the lists again. */
export function useRefreshSuppressions() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: KEY });
}

/** Only the recipient undoes these. */
export const isByRecipient = ({ reason }: Suppression) => reason === 'unsubscribed' || reason === 'complained';
