import type { Conversation } from '@parley/live';
import { infiniteQueryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { api } from '../api.ts';
import { useLiveConnection } from './live.tsx';
import { conversationQuery } from './live-queries.ts';

const PAGE = 50;

const historyQuery = (chatId: number) =>
  infiniteQueryOptions({
    queryKey: ['history', chatId],
    queryFn: ({ pageParam }) =>
      api.messages.list({ params: { id: chatId }, query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    // The connection adds newer messages to the loaded pages.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The messages of a chat, live while mounted. */
export function useConversation(chatId: number) {
  const live = useLiveConnection();
  const queryClient = useQueryClient();
  const history = useInfiniteQuery(historyQuery(chatId));
  const messages = useMemo(() => history.data?.pages.flatMap(({ data }) => data), [history.data]);
  const opened = useRef<Conversation>(undefined);
  const isLoaded = messages !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: pages that are loaded later are taken in below
  useEffect(() => {
    if (!messages) return;
    const conversation = live.open(chatId, messages);
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
    if (messages) opened.current?.load(messages);
  }, [messages]);

  const { data: conversation } = useQuery(conversationQuery(chatId));
  return { conversation, history };
}
