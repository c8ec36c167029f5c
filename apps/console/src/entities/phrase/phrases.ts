import { queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';

export type Phrase = Awaited<ReturnType<typeof api.quickPhrases.create>>;

export const phrasesQuery = queryOptions({
  queryKey: ['quick-phrases'],
  queryFn: ({ signal }) => Array.fromAsync(api.quickPhrases.list.each({ query: { limit: 100 }, signal })),
  staleTime: 300_000,
});
