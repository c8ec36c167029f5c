import type { Chat, LiveData, Message } from '@parley/contract';
import type { Connection } from '../connection/connection.ts';
import { createTelling } from '../synced-value.ts';
import { type Conversation, createConversation, type OpenConversation } from './conversation.ts';
import type { AgentCalls, AgentEvents, AgentState } from './state.ts';

interface ConversationsPlan {
  onChat(chat: Chat): void;
  onShown(chatId: number, messages: readonly Message[]): void;
  onClose(): void;
}

/** The chats that are open, of which the one that was opened last is looked at. */
export function createConversations({ call, isCurrent, resume }: Connection<AgentCalls>, plan: ConversationsPlan) {
  let opened: (OpenConversation & { chatId: number })[] = [];
  let order = 0;
  const look = createTelling<number | null>({ initial: null, isOpen: isCurrent, tell });

  const of = (chatId: number) => opened.filter((each) => each.chatId === chatId);

  function showViewers(chatId: number | null, viewers: readonly number[]) {
    for (const each of opened) each.set({ viewers: each.chatId === chatId ? viewers : [] });
  }

  async function tell(chat_id: number | null) {
    const answer = await call('look', { chat_id });
    if (answer?.data && chat_id !== null) hearViewers({ chat_id, ...answer.data });
    return answer;
  }

  /** The words of several servers come in any order. */
  function hearViewers(told: LiveData<AgentEvents['viewers']> | null) {
    if (!told || told.order < order) return;
    order = told.order;
    if (told.chat_id === look.wanted()) showViewers(told.chat_id, told.viewers);
  }

  function lookAtNewest() {
    const newest = opened.at(-1)?.chatId ?? null;
    if (newest === look.wanted()) return;
    showViewers(null, []);
    look.want(newest);
  }

  function open(chatId: number, messages: readonly Message[], state: AgentState): Conversation {
    const one = createConversation({
      messages,
      catchUp: (after_id) => call('catch_up', { chat_id: chatId, after_id }),
      onSilence: resume,
      onChat: plan.onChat,
      onShown: (shown) => plan.onShown(chatId, shown),
      onClose() {
        opened = opened.filter((each) => each.conversation !== one.conversation);
        lookAtNewest();
        plan.onClose();
      },
    });
    opened = [...opened, { ...one, chatId }];
    follow(state);
    void one.run();
    lookAtNewest();
    return one.conversation;
  }

  /** Shows what is known of the chats, and catches up with those that have gone on. */
  function follow({ chats, typing }: AgentState) {
    for (const { chatId, set, hear } of opened) {
      const chat = chats.get(chatId) ?? null;
      set({ chat, typing: typing.get(chatId) ?? none });
      if (chat) hear(chat.version);
    }
  }

  return {
    of,
    open,
    follow,
    hearViewers,
    /** Any of them may have gone on. */
    doubt() {
      for (const { doubt } of opened) doubt();
    },
    run(isFirst: boolean) {
      for (const { run } of opened) void run();
      if (isFirst) look.renew();
      else void look.run();
    },
  };
}

const none: readonly never[] = [];
