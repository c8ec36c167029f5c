import { type Chat, compareByWaiting, matchesInbox } from '@parley/live';
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api } from '../../../data/api.ts';
import { useLiveConnection, useRetainedChats } from '../../../data/live/live.tsx';
import { knownChatsQuery } from '../../../data/live/live-queries.ts';
import { useSession } from '../../../data/session.ts';
import { type InboxSearch, isAnsweredByServer, toInboxQuery } from '../search/inbox-search.ts';

const PAGE = 50;

function pagesQuery(search: InboxSearch) {
  const { tag } = search;
  const query = { ...toInboxQuery(search), limit: PAGE, sort: 'waiting' as const, ...(tag && { tag }) };
  return infiniteQueryOptions({
    queryKey: ['chats', query],
    queryFn: ({ pageParam }) => api.chats.list({ query: { ...query, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

/** The chats of a view: loaded by page, kept up to date by the connection. */
export function useChatList(search: InboxSearch) {
  const live = useLiveConnection();
  const { agent } = useSession();
  const pages = useInfiniteQuery(pagesQuery(search));
  const known = useQuery(knownChatsQuery).data;
  const loaded = useMemo(() => pages.data?.pages.flatMap(({ data }) => data), [pages.data]);
  useEffect(() => {
    if (loaded) live.load(loaded);
  }, [live, loaded]);
  const chats = useMemo(() => {
    if (!loaded) return [];
    if (isAnsweredByServer(search)) return loaded.map((chat) => newer(known.get(chat.id), chat));
    const query = toInboxQuery(search);
    const all = merged(known, loaded).filter((chat) => matchesInbox(chat, query, agent.id));
    all.sort(compareByWaiting);
    // Chats beyond the last loaded page come with the next one.
    const last = pages.hasNextPage ? loaded.at(-1) : undefined;
    return last ? all.filter((chat) => compareByWaiting(chat, last) <= 0) : all;
  }, [loaded, known, search, agent.id, pages.hasNextPage]);
  // Retain loaded chats that no longer match, too: once evicted, their stale copy would show again.
  useRetainedChats(({ id }) => [chats, loaded ?? []].some((each) => each.some((chat) => chat.id === id)));
  return { ...pages, chats };
}

const newer = (known: Chat | undefined, read: Chat) => (known && known.version >= read.version ? known : read);

/** Adds loaded chats that the connection does not know yet. */
function merged(known: ReadonlyMap<number, Chat>, loaded: readonly Chat[]) {
  const missing = loaded.filter(({ id }) => !known.has(id));
  return missing.length ? [...known.values(), ...missing] : [...known.values()];
}
