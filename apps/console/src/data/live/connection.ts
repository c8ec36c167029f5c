import type { Chat, LiveContact, LogEntry, Message } from '@parley/live';
import { type AgentClient, connectAgent } from '@parley/live';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { api } from '../api.ts';
import { createCacheSync } from './cache-sync.ts';
import { createEviction, type RetainPredicate } from './eviction.ts';
import { persistOutbox, readOutbox } from './outbox.ts';

export interface LiveConnection extends AgentClient {
  /** Applies changes before the server confirms them. Returns a function that reverts them. */
  updateOptimistically(chatId: number, changes: Partial<Chat>): () => void;
  /** Keeps matching chats in memory until the returned function is called. */
  retain(isRetained: RetainPredicate): () => void;
  /** Every incoming message of others, with the agents to notify regardless of who owns the chat. */
  onMessage(listener: (message: Message, chat: Chat, notifiedAgents: readonly number[]) => void): () => void;
  /** `last_seq` of the chat when the agent began the reply they are writing; undefined if there is none. */
  writingSince(chatId: number): number | undefined;
  /** What others do to chats, as it happens. */
  onLogEntry(listener: (entry: LogEntry, chat: Chat) => void): () => void;
}

const CHAT_TIMEOUT_MS = 10_000;

interface ConnectionScope {
  widgetId: number;
  agentId: number;
}

/** The live connection of an agent in a widget. It writes into the query cache, where screens read. */
export function openConnection(queryClient: QueryClient, { widgetId, agentId }: ConnectionScope): LiveConnection {
  const name = `parley-outbox-${widgetId}-${agentId}`;
  const listeners = new Set<Parameters<LiveConnection['onMessage']>[0]>();
  const logListeners = new Set<Parameters<LiveConnection['onLogEntry']>[0]>();
  const client = connectAgent({
    url: location.origin,
    pending: readOutbox(name),
    onReset: () => void queryClient.invalidateQueries({ queryKey: ['chats'] }),
    onRemoved: (chatId, messageId) => uncacheMessage(queryClient, chatId, messageId),
    onContact: (contact) => cacheContact(queryClient, contact),
    onWatch: async () => client.loadVisitors(await Array.fromAsync(api.visitors.list.each())),
    onMessage(message, notifiedAgents) {
      if (message.agent_id === agentId) return;
      waitForChat(client, message.chat_id, (chat) => {
        for (const listener of listeners) listener(message, chat, notifiedAgents);
      });
    },
    onLogEntry(entry) {
      const chat = client.state.chats.get(entry.chat_id);
      if (!chat || entry.agent_id === agentId) return;
      for (const listener of logListeners) listener(entry, chat);
    },
  });
  const begun = new Map<number, number>();
  const sync = createCacheSync(queryClient, client);
  const eviction = createEviction(client);
  const leaveOutbox = persistOutbox(name, client);
  return {
    ...client,
    get state() {
      return client.state;
    },
    get cursor() {
      return client.cursor;
    },
    type(chatId, state) {
      if (state === 'stop') begun.delete(chatId);
      else if (!begun.has(chatId)) begun.set(chatId, client.state.chats.get(chatId)?.last_seq ?? 0);
      client.type(chatId, state);
    },
    send(chatId, ...message) {
      begun.delete(chatId);
      return client.send(chatId, ...message);
    },
    writingSince: (chatId) => begun.get(chatId),
    updateOptimistically: sync.updateOptimistically,
    retain: eviction.retain,
    onMessage(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onLogEntry(listener) {
      logListeners.add(listener);
      return () => void logListeners.delete(listener);
    },
    close() {
      leaveOutbox();
      eviction.stop();
      sync.stop();
      client.close();
    },
  };
}

/** A message may arrive before its chat is loaded. */
function waitForChat(client: AgentClient, chatId: number, onChat: (chat: Chat) => void) {
  const chat = client.state.chats.get(chatId);
  if (chat) return onChat(chat);
  const stop = client.subscribe(() => {
    if (!client.state.chats.has(chatId)) return;
    clearTimeout(timer);
    stop();
    waitForChat(client, chatId, onChat);
  });
  const timer = setTimeout(stop, CHAT_TIMEOUT_MS);
}

function cacheContact(queryClient: QueryClient, contact: LiveContact) {
  queryClient.setQueryData(['contact', contact.id], contact);
}

/** The pages of a chat's history are not read again. */
function uncacheMessage(queryClient: QueryClient, chatId: number, messageId: number) {
  queryClient.setQueryData<InfiniteData<{ data: Message[] }>>(
    ['history', chatId],
    (history) =>
      history && {
        ...history,
        pages: history.pages.map((page) => ({ ...page, data: page.data.filter(({ id }) => id !== messageId) })),
      },
  );
}
