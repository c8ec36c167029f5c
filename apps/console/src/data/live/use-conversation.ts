import type { Conversation } from '@parley/live';
import { infiniteQueryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { api } from '../api.ts';
import type { LiveConnection } from './connection.ts';
import { useLiveConnection } from './live.tsx';
import { conversationQuery } from './live-queries.ts';

const PAGE = 50;

const historyQuery = (chatId: number, live: LiveConnection) =>
  infiniteQueryOptions({
    queryKey: ['history', chatId],
    queryFn: async ({ pageParam }) => {
      const params = { id: chatId };
      // Known before the page is read, so that what changes messages from then on is fetched.
      const { version } = live.state.chats.get(chatId) ?? (await api.chats.read({ params }));
      const query = { limit: PAGE, ...(pageParam && { cursor: pageParam }) };
      return { ...(await api.messages.list({ params, query })), version };
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    // The connection adds newer messages to the loaded pages.
    staleTime: Number.POSITIVE_INFINITY,
  });

const logQuery = (chatId: number) =>
  infiniteQueryOptions({
    queryKey: ['chat-log', chatId],
    queryFn: ({ pageParam }) =>
      api.chats.listLog({ params: { id: chatId }, query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The log back to the earliest loaded message. A failure leaves the timeline without it. */
function useLog(chatId: number, earliest: string | undefined) {
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(logQuery(chatId));
  const log = useMemo(() => data?.pages.flatMap((page) => page.data) ?? (isError ? [] : undefined), [data, isError]);
  const oldest = log?.at(-1)?.created_at;
  const isDue =
    hasNextPage && !isFetchingNextPage && oldest !== undefined && earliest !== undefined && earliest < oldest;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
  return log;
}

/** The messages of a chat and its log, live while mounted. */
export function useConversation(chatId: number) {
  const live = useLiveConnection();
  const queryClient = useQueryClient();
  const history = useInfiniteQuery(historyQuery(chatId, live));
  const messages = useMemo(() => history.data?.pages.flatMap(({ data }) => data), [history.data]);
  const log = useLog(chatId, messages?.at(-1)?.created_at);
  const opened = useRef<Conversation>(undefined);
  const isLoaded = messages !== undefined && log !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: pages that are loaded later are taken in below
  useEffect(() => {
    if (!messages || !log) return;
    const versions = history.data?.pages.map(({ version }) => version) ?? [];
    const conversation = live.open(chatId, messages, log, Math.min(...versions));
    opened.current = conversation;
    const { queryKey } = conversationQuery(chatId);
    const put = () => queryClient.setQueryData(queryKey, conversation.state);
    put();
    const stop = conversation.subscribe(put);
    return () => {
      stop();
      conversation.close();
      opened.current = undefined;
      queryClient.removeQueries({ queryKey });
    };
  }, [live, queryClient, chatId, isLoaded]);

  useEffect(() => {
    if (messages) opened.current?.load(messages, log);
  }, [messages, log]);

  const { data: conversation } = useQuery(conversationQuery(chatId));
  return { conversation, history };
}
