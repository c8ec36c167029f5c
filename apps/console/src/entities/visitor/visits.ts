import type { Chat, SiteVisitor } from '@parley/live';

/** Whether it is the visitor of this chat who is on the site. */
export function isVisitOf({ contact_id, chat_id }: Pick<SiteVisitor, 'contact_id' | 'chat_id'>, chat: Chat) {
  return chat_id === chat.id || (contact_id !== null && contact_id === chat.contact_id);
}
