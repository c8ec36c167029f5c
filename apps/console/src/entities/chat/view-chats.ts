import { type Chat, compareByWaiting, matchesInbox } from '@parley/live';
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { type InboxSearch, isAnsweredByServer, toInboxQuery } from './inbox-search.ts';

const PAGE = 50;

type ChatPage = Awaited<ReturnType<typeof api.chats.list>>;

/** The pages of a view. */
export function viewPagesQuery(search: InboxSearch) {
  const { tag } = search;
  const query = { ...toInboxQuery(search), limit: PAGE, sort: 'waiting' as const, ...(tag && { tag }) };
  return infiniteQueryOptions({
    queryKey: ['chats', query],
    queryFn: ({ pageParam }) => api.chats.list({ query: { ...query, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

interface ViewState {
  data: InfiniteData<ChatPage> | undefined;
  known: ReadonlyMap<number, Chat>;
  agentId: number;
}

/** The chats of a view in the order of its list: those of its pages, as the connection knows them. */
export function chatsOfView(search: InboxSearch, { data, known, agentId }: ViewState): Chat[] {
  if (!data) return [];
  const loaded = data.pages.flatMap((page) => page.data);
  if (isAnsweredByServer(search)) return loaded.map((chat) => newer(known.get(chat.id), chat));
  const query = toInboxQuery(search);
  const all = merged(known, loaded).filter((chat) => matchesInbox(chat, query, agentId));
  all.sort(compareByWaiting);
  // Chats beyond the last loaded page come with the next one.
  const last = data.pages.at(-1)?.next_cursor ? loaded.at(-1) : undefined;
  return last ? all.filter((chat) => compareByWaiting(chat, last) <= 0) : all;
}

const newer = (known: Chat | undefined, read: Chat) => (known && known.version >= read.version ? known : read);

/** Adds loaded chats that the connection does not know yet. */
function merged(known: ReadonlyMap<number, Chat>, loaded: readonly Chat[]) {
  const missing = loaded.filter(({ id }) => !known.has(id));
  return missing.length ? [...known.values(), ...missing] : [...known.values()];
}
