import type { AgentPending, AgentState, Chat, Colleague, ConversationState, SiteVisitor, Typist } from '@parley/live';
import {
  type DataTag,
  type DefinedInitialDataOptions,
  type NonUndefinedGuard,
  type QueryKey,
  skipToken,
} from '@tanstack/react-query';

interface Told<T> extends DefinedInitialDataOptions<T> {
  queryKey: DataTag<QueryKey, T>;
}

/** What the connection writes into the cache: it is never fetched, and never too old. */
function told<T>(queryKey: QueryKey, initialData: NonUndefinedGuard<T>) {
  const kept = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, structuralSharing: false };
  return { queryKey, queryFn: skipToken, initialData, ...kept } as unknown as Told<T>;
}

export const connectionQuery = told<AgentState['connection']>(['live', 'connection'], 'connecting');
export const knownChatsQuery = told<ReadonlyMap<number, Chat>>(['live', 'chats'], new Map());
export const pendingQuery = told<readonly AgentPending[]>(['live', 'pending'], []);
export const typingQuery = told<ReadonlyMap<number, readonly Typist[]>>(['live', 'typing'], new Map());
export const colleaguesQuery = told<readonly Colleague[]>(['live', 'colleagues'], []);
export const visitorsQuery = told<ReadonlyMap<string, SiteVisitor>>(['live', 'visitors'], new Map());

/** What is written in a chat that is open. */
export const conversationQuery = (chatId: number) =>
  told<ConversationState | null>(['live', 'conversation', chatId], null);
