import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../data/api.ts';

const countsQuery = queryOptions({ queryKey: ['counts'], queryFn: () => api.chats.counts() });

/** How many chats are in each view. */
export function useCounts() {
  return useQuery(countsQuery).data;
}
