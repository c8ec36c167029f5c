import type { DeclaredJob, InWidget } from '../../../kernel/data/context.ts';

interface InChat {
  widget_id: number;
  chat_id: number;
}

interface Typing extends InChat {
  state: 'start' | 'stop';
}

interface Seen extends InChat {
  /** The newest of the customer's messages that were marked. */
  message_id: number;
}

/** Run where messengers are known. Visitors of the site get these over their socket. */
export const showTyping: DeclaredJob<Typing> = { name: 'messengers.show_typing', attempts: 1 };
export const markSeen: DeclaredJob<Seen> = { name: 'messengers.mark_seen', attempts: 3 };

interface Chat {
  id: number;
  connection_id: number | null;
}

/** Sends a typing indicator to the messenger, or removes it. */
export function showTypingInMessenger({ enqueue, widgetId }: InWidget, chat: Chat, state: Typing['state']) {
  if (chat.connection_id !== null) enqueue(showTyping, { widget_id: widgetId, chat_id: chat.id, state });
}

/** Sends a read mark to the messenger. */
export function markSeenInMessenger({ enqueue, widgetId }: InWidget, chat: Chat, messageId: number) {
  if (chat.connection_id !== null) enqueue(markSeen, { widget_id: widgetId, chat_id: chat.id, message_id: messageId });
}
