import { type Chat, matchesInbox } from '@parley/live';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { knownChatsQuery } from '../../../data/live/live-queries.ts';
import { useSession } from '../../../data/session.ts';
import { isSearched, readInboxSearch, toInboxQuery } from '../../../entities/chat/inbox-search.ts';
import { chatsOfView, viewPagesQuery } from '../../../entities/chat/view-chats.ts';

/** Returns a function that leaves a chat for the next one of the list, if the agent chose so. */
export function useNextChat({ id }: Chat) {
  const { agent } = useSession();
  const queryClient = useQueryClient();
  const router = useRouter();
  return () => {
    const { pathname, search: params } = router.state.location;
    // A chat may be closed after a sent message was stored: by then the agent may read another one.
    const isOpen = pathname.endsWith(`/inbox/${id}`);
    const search = readInboxSearch(params);
    if (agent.preferences.after_done !== 'next' || !isOpen || isSearched(search)) return;
    const data = queryClient.getQueryData(viewPagesQuery(search).queryKey);
    const known = queryClient.getQueryData(knownChatsQuery.queryKey) ?? new Map();
    const list = chatsOfView(search, { data, known, agentId: agent.id });
    const place = list.findIndex((chat) => chat.id === id);
    const isNext = (chat: Chat) => chat.id !== id && matchesInbox(chat, toInboxQuery(search), agent.id);
    const next = list.slice(place + 1).find(isNext) ?? list.slice(0, Math.max(0, place)).findLast(isNext);
    if (next) void router.navigate({ to: '/inbox/$chatId', params: { chatId: String(next.id) }, search });
    else void router.navigate({ to: '/inbox', search });
  };
}
