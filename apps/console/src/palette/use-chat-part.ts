import type { Chat } from '@parley/live';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useAiCommand } from '../chat-actions/use-ai-command.ts';
import { useChatActions } from '../chat-actions/use-chat-actions.ts';
import { useChatCommands } from '../chat-actions/use-chat-commands.ts';
import { modes } from '../composer/drafts.ts';
import { contactQuery } from '../contacts/contact-queries.ts';
import { letters } from '../keys/letters.ts';
import { pressKey } from '../keys/press-key.ts';
import { knownChatsQuery } from '../live/live-queries.ts';
import { useTexts } from '../locales/locale.tsx';
import type { Command } from './use-commands.ts';

/** The chat that is on the screen. */
export function useOpenChat(): Chat | undefined {
  const { chatId } = useParams({ strict: false });
  return useQuery(knownChatsQuery).data.get(Number(chatId));
}

/** What can be done with it: writing first, then what its head and menu have. */
export function useChatPart(chat: Chat): Command[] {
  const { composer } = useTexts();
  const { data: contact } = useQuery({ ...contactQuery(chat.contact_id ?? ''), enabled: chat.contact_id !== null });
  const commands = useChatCommands(chat, { contact, actions: useChatActions(chat) });
  const ai = useAiCommand(chat);
  return [
    ...modes.map((mode) => ({
      id: `do-${mode}`,
      label: composer.modes[mode],
      shortcut: letters[mode],
      run: () => void pressKey(letters[mode]),
    })),
    ...commands.map(({ name, label, shortcut, run }) => ({ id: `do-${name}`, label, shortcut, run: () => void run() })),
    ...(ai.isKnown ? [{ id: 'do-ai', label: ai.label, detail: ai.state, run: ai.run }] : []),
  ];
}
