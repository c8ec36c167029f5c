import type { Chat } from '@parley/live';
import { useAgentName } from '../../../entities/agent/use-agent-name.ts';
import type { Contact } from '../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { letters } from '../../../ui/keys/letters.ts';
import { pressKey } from '../../../ui/keys/press-key.ts';
import { availableCommands, type ChatCommand, type CommandName } from './chat-commands.ts';
import { useChatDialog } from './open-dialog.tsx';
import type { ChatActions } from './use-chat-actions.ts';

interface CommandSources {
  contact: Contact | undefined;
  actions: ChatActions;
}

/** The commands that apply now, with labels and handlers. */
export function useChatCommands(chat: Chat, { contact, actions }: CommandSources): ChatCommand[] {
  const { chatActions: texts } = useTexts();
  const nameOf = useAgentName();
  const { open } = useChatDialog(chat.id);
  const runs: Record<CommandName, () => unknown> = {
    claim: actions.claim,
    // Opens the menu of the owner.
    assign: () => pressKey(letters.assign),
    done: actions.close,
    notSpam: actions.reopen,
    reopen: actions.reopen,
    snoozeMore: () => open('snooze'),
    wake: actions.wake,
    transfer: () => open('transfer'),
    colleagues: () => open('colleagues'),
    markUnread: actions.markUnread,
    askRating: actions.askRating,
    transcript: actions.saveTranscript,
    copyLink: actions.copyLink,
    why: () => open('why'),
    spam: actions.markSpam,
    unblock: actions.unblock,
    block: actions.block,
  };
  const owned = chat.agent_id === null ? texts.unowned : texts.owner(nameOf(chat.agent_id));
  const context = { chat, canClaim: actions.canClaim, isBlocked: Boolean(contact?.blocked_at) };
  return availableCommands(context).map((command) => ({
    ...command,
    label: command.name === 'assign' ? owned : texts[command.name],
    run: runs[command.name],
  }));
}
