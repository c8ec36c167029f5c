import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useLiveConnection, useRetainedChats } from '../../../data/live/live.tsx';
import { knownChatsQuery } from '../../../data/live/live-queries.ts';
import { useSession } from '../../../data/session.ts';
import type { InboxSearch } from '../../../entities/chat/inbox-search.ts';
import { chatsOfView, viewPagesQuery } from '../../../entities/chat/view-chats.ts';

/** The chats of a view: loaded by page, kept up to date by the connection. */
export function useChatList(search: InboxSearch) {
  const live = useLiveConnection();
  const { agent } = useSession();
  const pages = useInfiniteQuery(viewPagesQuery(search));
  const known = useQuery(knownChatsQuery).data;
  const { data } = pages;
  const loaded = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  useEffect(() => {
    live.load(loaded);
  }, [live, loaded]);
  const chats = useMemo(() => chatsOfView(search, { data, known, agentId: agent.id }), [search, data, known, agent.id]);
  // Retain loaded chats that no longer match, too: once evicted, their stale copy would show again.
  useRetainedChats(({ id }) => [chats, loaded].some((each) => each.some((chat) => chat.id === id)));
  return { ...pages, chats };
}
