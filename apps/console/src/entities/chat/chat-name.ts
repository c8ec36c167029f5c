import type { Chat } from '@parley/live';
import type { Texts } from '../../locales/en.ts';
import { useTexts } from '../../locales/locale.tsx';
import { shortCode } from '../../ui/person/short-code.ts';

/** Who the chat is with. A contact without a name is told apart by the start of their id. */
export function chatName({ contact_name, contact_id, id }: Chat, { inbox }: Texts) {
  return contact_name ?? inbox.visitor(contact_id === null ? id : shortCode(contact_id));
}

export const useChatName = (chat: Chat) => chatName(chat, useTexts());
