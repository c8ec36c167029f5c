import type { Chat, LiveData, LogEntry, Message } from '@parley/contract';
import type { Connection } from '../connection/connection.ts';
import { createSyncedValue } from '../synced-value.ts';
import { type Conversation, createConversation, type OpenConversation } from './conversation.ts';
import type { AgentCalls, AgentEvents, AgentState } from './state.ts';

interface OpenConversationsPorts {
  onChat(chat: Chat): void;
  onMessages(chatId: number, messages: readonly Message[]): void;
  onClose(): void;
}

/** The newest pages of a chat, as the API lists them. */
interface LoadedPages {
  messages: readonly Message[];
  log: readonly LogEntry[];
  /** The chat's version, or an earlier one, when the messages were read. */
  version: number;
}

/** The open chats; the one opened last is reported to the server as viewed. */
export function createOpenConversations(
  { call, isCurrent, resume }: Connection<AgentCalls>,
  ports: OpenConversationsPorts,
) {
  let opened: (OpenConversation & { chatId: number })[] = [];
  let lastOrder = 0;
  const viewed = createSyncedValue<number | null>({ initial: null, isOpen: isCurrent, send: sendViewed });

  const of = (chatId: number) => opened.filter((each) => each.chatId === chatId);

  function setViewers(chatId: number | null, viewers: readonly number[]) {
    for (const each of opened) each.set({ viewers: each.chatId === chatId ? viewers : [] });
  }

  async function sendViewed(chat_id: number | null) {
    const result = await call('look', { chat_id });
    if (result?.data && chat_id !== null) onViewers({ chat_id, ...result.data });
    return result;
  }

  /** Events of several servers may arrive out of order. */
  function onViewers(event: LiveData<AgentEvents['viewers']> | null) {
    if (!event || event.order < lastOrder) return;
    lastOrder = event.order;
    if (event.chat_id === viewed.get()) setViewers(event.chat_id, event.viewers);
  }

  function updateViewed() {
    const newest = opened.at(-1)?.chatId ?? null;
    if (newest === viewed.get()) return;
    setViewers(null, []);
    viewed.set(newest);
  }

  function open(chatId: number, { messages, log, version }: LoadedPages, state: AgentState): Conversation {
    const one = createConversation({
      messages,
      log,
      version,
      catchUp: (after) => call('catch_up', { chat_id: chatId, ...after }),
      onTimeout: resume,
      onChat: ports.onChat,
      onMessages: (added) => ports.onMessages(chatId, added),
      onClose() {
        opened = opened.filter((each) => each.conversation !== one.conversation);
        updateViewed();
        ports.onClose();
      },
    });
    opened = [...opened, { ...one, chatId }];
    sync(state);
    void one.run();
    updateViewed();
    return one.conversation;
  }

  /** Copies chats and typing from the state, and catches up with chats that are newer. */
  function sync({ chats, typing }: AgentState) {
    for (const { chatId, set, onVersion } of opened) {
      const chat = chats.get(chatId) ?? null;
      set({ chat, typing: typing.get(chatId) ?? none });
      if (chat) onVersion(chat.version);
    }
  }

  return {
    of,
    open,
    sync,
    onViewers,
    /** Catches up with all: any may have changed. */
    invalidate() {
      for (const { invalidate } of opened) invalidate();
    },
    run(isFirst: boolean) {
      for (const { run } of opened) void run();
      if (isFirst) viewed.resend();
      else void viewed.run();
    },
  };
}

const none: readonly never[] = [];
