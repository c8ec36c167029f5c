import type { Chat } from '@parley/live';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { knownChatsQuery } from '../../data/live/live-queries.ts';
import { contactQuery } from '../../entities/contact/contact-queries.ts';
import { useAiCommand } from '../../features/chat-actions/commands/use-ai-command.ts';
import { useChatActions } from '../../features/chat-actions/commands/use-chat-actions.ts';
import { useChatCommands } from '../../features/chat-actions/commands/use-chat-commands.ts';
import { modes } from '../../features/composer/draft/draft-storage.ts';
import { useTexts } from '../../locales/locale.tsx';
import { letters } from '../../ui/keys/letters.ts';
import { pressKey } from '../../ui/keys/press-key.ts';
import type { Command } from './use-commands.ts';

/** The chat on the screen. */
export function useOpenChat(): Chat | undefined {
  const { chatId } = useParams({ strict: false });
  return useQuery(knownChatsQuery).data.get(Number(chatId));
}

/** Its commands: writing first, then those of its header and menu. */
export function useOpenChatCommands(chat: Chat): Command[] {
  const { composer } = useTexts();
  const { data: contact } = useQuery({ ...contactQuery(chat.contact_id ?? ''), enabled: chat.contact_id !== null });
  const commands = useChatCommands(chat, { contact, actions: useChatActions(chat) });
  const ai = useAiCommand(chat);
  const { modes: modeNames } = chat.is_internal ? composer.internal : composer;
  return [
    ...modes.map((mode) => ({
      id: `do-${mode}`,
      label: modeNames[mode],
      shortcut: letters[mode],
      run: () => void pressKey(letters[mode]),
    })),
    ...commands.map(({ name, label, shortcut, run }) => ({ id: `do-${name}`, label, shortcut, run: () => void run() })),
    ...(ai.isKnown ? [{ id: 'do-ai', label: ai.label, detail: ai.state, run: ai.run }] : []),
  ];
}
