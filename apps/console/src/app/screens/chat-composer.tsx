import type { Chat } from '@parley/live';
import { useEffect, useRef } from 'react';
import type { Contact } from '../../entities/contact/contact-queries.ts';
import { useChatActions } from '../../features/chat-actions/commands/use-chat-actions.ts';
import { Composer } from '../../features/composer/editor/composer.tsx';

/** The composer, which can close its chat after a message. */
export function ChatComposer({ chat, contact }: { chat: Chat; contact: Contact | undefined }) {
  const { close } = useChatActions(chat);
  // The message is stored later than it is sent, and has changed the chat by then.
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  return <Composer chat={chat} contact={contact} onDone={() => void latest.current()} />;
}
