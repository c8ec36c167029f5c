import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';

export const securityQuery = queryOptions({ queryKey: ['security'], queryFn: () => api.security.read() });

export const teamSessionsQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: ['team-sessions', query],
    queryFn: ({ pageParam: cursor }) =>
      api.security.listSessions({ query: { limit: 20, ...(query && { query }), ...(cursor && { cursor }) } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

export type TeamSession = Awaited<ReturnType<typeof api.security.listSessions>>['data'][number];
export type SignIn = Awaited<ReturnType<typeof api.signIns.list>>['data'][number];

interface LogFilter {
  query: string;
  outcome: SignIn['outcome'] | null;
}

export const signInsQuery = ({ query, outcome }: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['sign-ins', query, outcome],
    queryFn: ({ pageParam: cursor }) =>
      api.signIns.list({
        query: { limit: 20, ...(query && { query }), ...(outcome && { outcome }), ...(cursor && { cursor }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
