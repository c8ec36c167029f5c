import type { Connection } from '../connection/connection.ts';
import { createTelling } from '../synced-value.ts';
import { createTyping, type TypingState } from '../typing.ts';
import { createPerChat } from './per-chat.ts';
import type { AgentCalls } from './state.ts';

/** What an agent lets a visitor know without a word: that they read, and that they type. */
export function createManners({ call, say, isCurrent }: Connection<AgentCalls>) {
  const typing = createPerChat((chat_id) => createTyping((state) => say('typing', { chat_id, state })));
  const seen = createPerChat((chat_id) =>
    createTelling({
      initial: 0,
      isOpen: isCurrent,
      tell: (to_message_id) => call('seen', { chat_id, to_message_id }),
    }),
  );

  return {
    type: (chatId: number, state: TypingState) => typing.of(chatId).type(state),
    forget: (chatId: number) => typing.find(chatId)?.forget(),
    see(chatId: number, messageId: number) {
      const { want, wanted } = seen.of(chatId);
      want(Math.max(messageId, wanted()));
    },
    run() {
      for (const one of seen.all()) void one.run();
    },
    stop() {
      for (const one of typing.all()) one.forget();
    },
  };
}
