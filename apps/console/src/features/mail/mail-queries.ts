import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';

export const mailQuery = queryOptions({ queryKey: ['mail'], queryFn: () => api.mail.read() });

export type MailSettings = Awaited<ReturnType<typeof api.mail.read>>;

export const outboxQuery = infiniteQueryOptions({
  queryKey: ['outbox'],
  queryFn: ({ pageParam: cursor }) => api.mail.listOutbox({ query: { limit: 20, ...(cursor && { cursor }) } }),
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }) => next_cursor,
});
