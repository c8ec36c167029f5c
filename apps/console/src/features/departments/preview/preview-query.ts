import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import type { Weekday } from '../week/week.ts';

export interface PreviewSubject {
  channel: string;
  /** Now, unless given. */
  at?: { weekday: Weekday; time: string } | undefined;
}

/** People come and go. */
const REFRESH_MS = 15_000;

/** What routing would do with a new chat. */
export const previewQuery = ({ channel, at }: PreviewSubject) =>
  queryOptions({
    queryKey: ['routing', channel, at?.weekday, at?.time],
    queryFn: () => api.departments.previewRouting({ query: { channel, ...at } }),
    ...(!at && { refetchInterval: REFRESH_MS }),
  });

export type Preview = Awaited<ReturnType<typeof api.departments.previewRouting>>;
