import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import type { Span } from '../../../ui/report/period/periods.ts';

export type UsageReport = Awaited<ReturnType<typeof api.aiUsage.read>>;

export const usageQuery = ({ from, to }: Span) =>
  queryOptions({
    queryKey: ['ai', 'usage', from, to],
    queryFn: ({ signal }) =>
      api.aiUsage.read({ query: { from: new Date(from).toISOString(), to: new Date(to).toISOString() }, signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
