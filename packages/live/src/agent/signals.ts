import type { Connection } from '../connection/connection.ts';
import { createSyncedValue } from '../synced-value.ts';
import { createTypingNotifier, type TypingState } from '../typing.ts';
import { createPerChat } from './per-chat.ts';
import type { AgentCalls } from './state.ts';

/** Read receipts and typing notices of an agent. */
export function createSignals({ call, notify, isCurrent }: Connection<AgentCalls>) {
  const typing = createPerChat((chat_id) => createTypingNotifier((state) => notify('typing', { chat_id, state })));
  const seen = createPerChat((chat_id) =>
    createSyncedValue({
      initial: 0,
      isOpen: isCurrent,
      send: (to_message_id) => call('seen', { chat_id, to_message_id }),
    }),
  );

  return {
    setTyping: (chatId: number, state: TypingState) => typing.of(chatId).update(state),
    resetTyping: (chatId: number) => typing.find(chatId)?.reset(),
    markSeen(chatId: number, messageId: number) {
      const { get, set } = seen.of(chatId);
      set(Math.max(messageId, get()));
    },
    run() {
      for (const one of seen.all()) void one.run();
    },
    stop() {
      for (const one of typing.all()) one.reset();
    },
  };
}
