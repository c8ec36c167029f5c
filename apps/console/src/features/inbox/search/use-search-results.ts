import type { Chat } from '@parley/live';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api } from '../../../data/api.ts';
import { useLiveConnection, useRetainedChats } from '../../../data/live/live.tsx';
import { knownChatsQuery } from '../../../data/live/live-queries.ts';
import { type InboxSearch, toInboxQuery } from '../../../entities/chat/inbox-search.ts';

const PAGE = 20;

/** What is searched: people by name, e-mail and phone, or the text of messages. */
export type SearchGroup = 'contact_query' | 'q';

function resultsQuery(group: SearchGroup, { q = '', tag, ...search }: InboxSearch) {
  const { view: _, ...filters } = toInboxQuery(search);
  const query = { ...filters, ...(tag && { tag }), [group]: q.trim(), limit: PAGE };
  return infiniteQueryOptions({
    queryKey: ['chats', 'search', query],
    queryFn: ({ pageParam }) => api.chats.list({ query: { ...query, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** One group of results, in all views. */
export function useSearchResults(group: SearchGroup, search: InboxSearch) {
  const live = useLiveConnection();
  const pages = useInfiniteQuery(resultsQuery(group, search));
  const known = useQuery(knownChatsQuery).data;
  const found = useMemo(() => pages.data?.pages.flatMap(({ data }) => data) ?? [], [pages.data]);
  useEffect(() => live.load(found), [live, found]);
  useRetainedChats(({ id }) => found.some((chat) => chat.id === id));
  const chats = useMemo(() => found.map((chat) => newer(known.get(chat.id), chat)), [found, known]);
  return { ...pages, chats };
}

const newer = (known: Chat | undefined, read: Chat) => (known && known.version >= read.version ? known : read);
