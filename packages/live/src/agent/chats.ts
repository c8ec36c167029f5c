import type { LiveData, Message } from '@parley/contract';
import type { Connection } from '../connection/connection.ts';
import type { Store } from '../store.ts';
import { createKnownChats } from './known-chats.ts';
import { createOpenConversations } from './open-conversations.ts';
import { createOutboxes } from './outboxes.ts';
import type { AgentCalls, AgentEvents, AgentPending, AgentState } from './state.ts';

interface AgentChatsPorts {
  store: Store<AgentState>;
  pending: readonly AgentPending[];
  pauseMs: number | undefined;
}

/** The chats an agent knows, those that are open, and what is being sent. */
export function createAgentChats(connection: Connection<AgentCalls>, { store, pending, pauseMs }: AgentChatsPorts) {
  const known = createKnownChats({
    fetch: (ids) => connection.call('chats', { ids }),
    isFollowed: (id) => conversations.of(id).length > 0,
    onChange: (chats) => store.set({ chats }),
  });
  const conversations = createOpenConversations(connection, {
    onChat: (chat) => known.update([chat]),
    onMessages: (chatId, messages) =>
      outboxes.settle(
        chatId,
        messages.map(({ client_message_id }) => client_message_id),
      ),
    onClose: known.run,
  });
  const outboxes = createOutboxes(connection, {
    pending,
    pauseMs,
    onStored: addStored,
    onChange: (pending) => store.set({ pending }),
  });
  store.subscribe(() => conversations.sync(store.state));

  /** A message sent from here appears even while earlier ones are missing. */
  function addStored(message: Message) {
    for (const each of conversations.of(message.chat_id)) each.add([message]);
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
      known.update(
        [],
        ids.filter((id) => !isInUse(id)),
      ),
    // Conversations first: a newer version of the chat alone would make them catch up.
    onMessage({ message, chat }: LiveData<AgentEvents['message']>) {
      for (const each of conversations.of(chat.id)) each.onEvent(chat.version, { message });
      known.applyChanges(chat);
      if (outboxes.has(message)) addStored(message);
    },
    onMessageChanged({ message, chat }: LiveData<AgentEvents['message_changed']>) {
      for (const each of conversations.of(chat.id)) each.onEvent(chat.version, { changed: message });
      known.applyChanges(chat);
    },
    onChat({ chat, log }: LiveData<AgentEvents['chat']>) {
      for (const each of conversations.of(chat.id)) each.onEvent(chat.version, log && { log });
      known.update([chat]);
    },
    onRemoved({ chat_id, message_id }: LiveData<AgentEvents['removed']>) {
      for (const each of conversations.of(chat_id)) each.remove(message_id);
    },
    onHeads(heads: LiveData<AgentEvents['heads']>['heads']) {
      for (const { id, version } of heads) for (const each of conversations.of(id)) each.onVersion(version);
      known.onHeads(heads);
    },
    invalidate() {
      conversations.invalidate();
      known.invalidate();
    },
    run(isFirst: boolean) {
      void known.run();
      conversations.run(isFirst);
      outboxes.run();
    },
  };
}
