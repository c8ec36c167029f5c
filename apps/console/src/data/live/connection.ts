import type { Chat, LiveContact, Message } from '@parley/live';
import { type AgentClient, connectAgent } from '@parley/live';
import type { QueryClient } from '@tanstack/react-query';
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
  const client = connectAgent({
    url: location.origin,
    pending: readOutbox(name),
    onReset: () => void queryClient.invalidateQueries({ queryKey: ['chats'] }),
    onContact: (contact) => cacheContact(queryClient, contact),
    onWatch: async () => client.loadVisitors(await Array.fromAsync(api.visitors.list.each())),
    onMessage(message, notifiedAgents) {
      if (message.agent_id === agentId) return;
      waitForChat(client, message.chat_id, (chat) => {
        for (const listener of listeners) listener(message, chat, notifiedAgents);
      });
    },
  });
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
    updateOptimistically: sync.updateOptimistically,
    retain: eviction.retain,
    onMessage(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
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
