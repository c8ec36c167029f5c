import type { Chat } from '@parley/live';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';

export type ChatAi = Awaited<ReturnType<typeof api.chats.readAi>>;
export type Turn = Awaited<ReturnType<typeof api.chats.explain>>['data']['turns'][number];

const PAGE = 50;

/** Who answers next and why the AI is silent. Any change of the chat may change it. */
export const chatAiQuery = ({ id, version }: Pick<Chat, 'id' | 'version'>) =>
  queryOptions({
    queryKey: ['chat-ai', id, version] as const,
    queryFn: ({ signal }) => api.chats.readAi({ params: { id }, signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
  });

/** Why the chat has its owner, and who was notified of it. Read each time that it is opened. */
export const whyQuery = ({ id, version }: Pick<Chat, 'id' | 'version'>) =>
  queryOptions({
    queryKey: ['chat-why', id, version] as const,
    queryFn: ({ signal }) => api.chats.explain({ params: { id }, query: { limit: 1 }, signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    staleTime: 0,
  });

/** The turns of the AI, newest first. They are read again when the mark changes. */
export const turnsQuery = (id: number, mark: string) =>
  infiniteQueryOptions({
    queryKey: ['chat-turns', id, mark] as const,
    queryFn: ({ pageParam, signal }) =>
      api.chats.explain({
        params: { id },
        query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  });
