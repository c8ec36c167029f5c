import { type Chat, isDone, isSnoozed, isSpam } from '@parley/live';
import {
  IconAlertOctagon,
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconClock,
  IconDownload,
  IconHandStop,
  IconHelpCircle,
  IconLink,
  IconLockOpen,
  IconMail,
  IconStar,
  IconSun,
  IconSwitchHorizontal,
  IconUserPlus,
  IconUsersPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import { letters } from '../../../ui/keys/letters.ts';

export interface CommandContext {
  chat: Chat;
  canClaim: boolean;
  isBlocked: boolean;
}

interface CommandSpec {
  /** The header and its menu place commands by group. */
  group: 'owning' | 'ending' | 'snoozing' | 'reading' | 'people' | 'copies' | 'trouble';
  icon: TablerIcon;
  shortcut?: string;
  isDestructive?: boolean;
  /** Whether the command applies to the chat in its current state. */
  isAvailable: (context: CommandContext) => boolean;
}

const always = () => true;
const hasVisitor = ({ chat }: CommandContext) => chat.contact_id !== null;
const isRead = ({ chat }: CommandContext) => chat.unread === 0 && chat.agent_seen_seq > 0;
const isMarkedSpam = ({ chat }: CommandContext) => isSpam(chat);
const isFinished = ({ chat }: CommandContext) => isDone(chat);
const isOngoing = ({ chat }: CommandContext) => !isSpam(chat) && !isDone(chat);
const isAsleep = (context: CommandContext) => isOngoing(context) && isSnoozed(context.chat);

/** All commands of a chat, for the header, its menu, the shortcuts and the palette. */
const commands = {
  claim: { group: 'owning', icon: IconHandStop, isAvailable: (it) => isOngoing(it) && it.canClaim },
  assign: { group: 'owning', icon: IconUserPlus, shortcut: letters.assign, isAvailable: hasVisitor },
  done: { group: 'ending', icon: IconCheck, shortcut: letters.close, isAvailable: isOngoing },
  notSpam: { group: 'ending', icon: IconArrowBackUp, isAvailable: isMarkedSpam },
  reopen: { group: 'ending', icon: IconArrowBackUp, shortcut: letters.close, isAvailable: isFinished },
  snoozeMore: { group: 'snoozing', icon: IconClock, shortcut: letters.snooze, isAvailable: isOngoing },
  wake: { group: 'snoozing', icon: IconSun, isAvailable: isAsleep },
  markUnread: { group: 'reading', icon: IconMail, shortcut: letters.unread, isAvailable: isRead },
  transfer: { group: 'people', icon: IconSwitchHorizontal, isAvailable: hasVisitor },
  colleagues: { group: 'people', icon: IconUsersPlus, isAvailable: hasVisitor },
  askRating: { group: 'people', icon: IconStar, isAvailable: hasVisitor },
  transcript: { group: 'copies', icon: IconDownload, isAvailable: always },
  copyLink: { group: 'copies', icon: IconLink, isAvailable: always },
  why: { group: 'copies', icon: IconHelpCircle, isAvailable: hasVisitor },
  spam: { group: 'trouble', icon: IconAlertOctagon, isAvailable: (it) => !isMarkedSpam(it) },
  unblock: { group: 'trouble', icon: IconLockOpen, isAvailable: (it) => hasVisitor(it) && it.isBlocked },
  block: { group: 'trouble', icon: IconBan, isDestructive: true, isAvailable: (it) => hasVisitor(it) && !it.isBlocked },
} satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof commands;

export interface ChatCommand extends Omit<CommandSpec, 'isAvailable'> {
  name: CommandName;
  label: string;
  run: () => unknown;
}

/** An internal chat is never owned, closed or snoozed. */
const isForInternal = (name: CommandName) => name === 'copyLink';

/** The commands that apply now, in order. */
export function availableCommands(context: CommandContext) {
  const all = (Object.entries(commands) as [CommandName, CommandSpec][]).filter(
    ([name]) => !context.chat.is_internal || isForInternal(name),
  );
  return all.flatMap(([name, { isAvailable, ...command }]) => (isAvailable(context) ? { name, ...command } : []));
}
