import type { Chat, LiveData, Message } from '@parley/contract';
import type { Connection } from '../connection/connection.ts';
import type { Store } from '../store.ts';
import { createKnownChats } from './known-chats.ts';
import { createConversations } from './open-conversations.ts';
import { createOutboxes } from './outboxes.ts';
import type { AgentCalls, AgentEvents, AgentPending, AgentState } from './state.ts';

interface DeskPlan {
  store: Store<AgentState>;
  pending: readonly AgentPending[];
  pauseMs: number | undefined;
}

/** The chats of an agent, those that are open, and what is being sent. */
export function createDesk(connection: Connection<AgentCalls>, { store, pending, pauseMs }: DeskPlan) {
  const known = createKnownChats({
    ask: (ids) => connection.call('chats', { ids }),
    isCaughtUp: (id) => conversations.of(id).length > 0,
    onChange: (chats) => store.set({ chats }),
  });
  const conversations = createConversations(connection, {
    onChat: (chat) => known.learn([chat]),
    onShown: (chatId, messages) =>
      outboxes.settle(
        chatId,
        messages.map(({ client_message_id }) => client_message_id),
      ),
    onClose: known.run,
  });
  const outboxes = createOutboxes(connection, {
    pending,
    pauseMs,
    onStored: show,
    onChange: (pending) => store.set({ pending }),
  });
  store.subscribe(() => conversations.follow(store.state));

  /** What one sent oneself is shown even if something before it was missed. */
  function show(message: Message) {
    for (const each of conversations.of(message.chat_id)) each.show([message]);
    outboxes.settle(message.chat_id, [message.client_message_id]);
  }

  function isInUse(chatId: number) {
    return conversations.of(chatId).length > 0 || store.state.pending.some(({ chat_id }) => chat_id === chatId);
  }

  return {
    known,
    conversations,
    outboxes,
    forget: (ids: readonly number[]) =>
      known.learn(
        [],
        ids.filter((id) => !isInUse(id)),
      ),
    // A conversation is told first: the chat alone would look to it as if it had missed something.
    hearMessage({ message, chat }: LiveData<AgentEvents['message']>) {
      for (const each of conversations.of(chat.id)) each.take(chat.version, message);
      known.change(chat);
      if (outboxes.has(message)) show(message);
    },
    hearChat(chat: Chat) {
      for (const each of conversations.of(chat.id)) each.take(chat.version);
      known.learn([chat]);
    },
    hearHeads(heads: LiveData<AgentEvents['heads']>['heads']) {
      for (const { id, version } of heads) for (const each of conversations.of(id)) each.hear(version);
      known.want(heads);
    },
    doubt() {
      conversations.doubt();
      known.doubt();
    },
    run(isFirst: boolean) {
      void known.run();
      conversations.run(isFirst);
      outboxes.run();
    },
  };
}
