import type { Chat, LiveContact, Message } from '@parley/live';
import { type AgentClient, connectAgent } from '@parley/live';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../api.ts';
import { createMirror } from './cache-sync.ts';
import { createForgetting, type IsNeeded } from './eviction.ts';
import { keepOutbox, readOutbox } from './outbox.ts';

export interface Desk extends AgentClient {
  /** Shows a chat as it will be; the function that it gives takes that back. */
  expect(chatId: number, changes: Partial<Chat>): () => void;
  /** Keeps chats of which this is true known, until the function that it gives is called. */
  hold(isNeeded: IsNeeded): () => void;
  /** Hears of every message of others as it arrives, and who is to hear of it whoever owns the chat. */
  onMessage(listener: (message: Message, chat: Chat, told: readonly number[]) => void): () => void;
}

/** How long the chat of a message is waited for. */
const ASKED_MS = 10_000;

interface Place {
  widgetId: number;
  agentId: number;
}

/** The connection of one person in one widget. What it learns is in the query cache, and screens read it there. */
export function openDesk(queryClient: QueryClient, { widgetId, agentId }: Place): Desk {
  const name = `parley-outbox-${widgetId}-${agentId}`;
  const listeners = new Set<Parameters<Desk['onMessage']>[0]>();
  const client = connectAgent({
    url: location.origin,
    pending: readOutbox(name),
    onReset: () => void queryClient.invalidateQueries({ queryKey: ['chats'] }),
    onContact: (contact) => takeContact(queryClient, contact),
    onWatch: async () => client.loadVisitors(await Array.fromAsync(api.visitors.list.each())),
    onMessage(message, told) {
      if (message.agent_id === agentId) return;
      whenKnown(client, message.chat_id, (chat) => {
        for (const listener of listeners) listener(message, chat, told);
      });
    },
  });
  const mirror = createMirror(queryClient, client);
  const forgetting = createForgetting(client);
  const leaveOutbox = keepOutbox(name, client);
  return {
    ...client,
    get state() {
      return client.state;
    },
    get cursor() {
      return client.cursor;
    },
    expect: mirror.expect,
    hold: forgetting.hold,
    onMessage(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      leaveOutbox();
      forgetting.stop();
      mirror.stop();
      client.close();
    },
  };
}

/** Of a chat that goes on after long a message may come first; the chat is then asked for. */
function whenKnown(client: AgentClient, chatId: number, tell: (chat: Chat) => void) {
  const chat = client.state.chats.get(chatId);
  if (chat) return tell(chat);
  const stop = client.subscribe(() => {
    if (!client.state.chats.has(chatId)) return;
    clearTimeout(timer);
    stop();
    whenKnown(client, chatId, tell);
  });
  const timer = setTimeout(stop, ASKED_MS);
}

function takeContact(queryClient: QueryClient, contact: LiveContact) {
  queryClient.setQueryData(['contact', contact.id], contact);
}
