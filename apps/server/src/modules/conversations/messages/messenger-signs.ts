import type { DeclaredJob, InWidget } from '../../../kernel/data/context.ts';

interface InChat {
  widget_id: number;
  chat_id: number;
}

/** Run where messengers are known. */
export const showTyping: DeclaredJob<InChat> = { name: 'messengers.show_typing', attempts: 1 };
export const markSeen: DeclaredJob<InChat> = { name: 'messengers.mark_seen', attempts: 3 };

/** Sends a typing indicator or read mark to the messenger. Visitors of the site get these over their socket. */
export function showInMessenger(
  { enqueue, widgetId }: InWidget,
  chat: { id: number; connection_id: number | null },
  sign: DeclaredJob<InChat>,
) {
  if (chat.connection_id !== null) enqueue(sign, { widget_id: widgetId, chat_id: chat.id });
}
