import type { AgentPending, AgentState, Chat, Colleague, ConversationState, SiteVisitor, Typist } from '@parley/live';
import {
  type DataTag,
  type DefinedInitialDataOptions,
  type NonUndefinedGuard,
  type QueryKey,
  skipToken,
} from '@tanstack/react-query';

interface LiveQuery<T> extends DefinedInitialDataOptions<T> {
  queryKey: DataTag<QueryKey, T>;
}

/** A cache entry that the connection writes: never fetched, never stale. */
function liveQuery<T>(queryKey: QueryKey, initialData: NonUndefinedGuard<T>) {
  const neverStale = {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  };
  // Only `queryOptions` can tag a key with its type, and its overloads refuse `skipToken` with initial data.
  return { queryKey, queryFn: skipToken, initialData, ...neverStale } as unknown as LiveQuery<T>;
}

export const connectionQuery = liveQuery<AgentState['connection']>(['live', 'connection'], 'connecting');
export const knownChatsQuery = liveQuery<ReadonlyMap<number, Chat>>(['live', 'chats'], new Map());
export const pendingQuery = liveQuery<readonly AgentPending[]>(['live', 'pending'], []);
export const typingQuery = liveQuery<ReadonlyMap<number, readonly Typist[]>>(['live', 'typing'], new Map());
export const colleaguesQuery = liveQuery<readonly Colleague[]>(['live', 'colleagues'], []);
export const visitorsQuery = liveQuery<ReadonlyMap<string, SiteVisitor>>(['live', 'visitors'], new Map());

export const conversationQuery = (chatId: number) =>
  liveQuery<ConversationState | null>(['live', 'conversation', chatId], null);
