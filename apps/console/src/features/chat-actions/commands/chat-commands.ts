import { type Chat, isDone, isSnoozed, isSpam } from '@parley/live';
import {
  IconAlertOctagon,
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconClock,
  IconDownload,
  IconHandStop,
  IconLink,
  IconLockOpen,
  IconStar,
  IconSun,
  IconSwitchHorizontal,
  IconUserPlus,
  IconUsersPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import { letters } from '../../../ui/keys/letters.ts';

export interface Standing {
  chat: Chat;
  canClaim: boolean;
  isBlocked: boolean;
}

interface Kind {
  /** What it is about: the head and its menu give each a place of its own, the palette has them all. */
  about: 'owning' | 'ending' | 'snoozing' | 'people' | 'copies' | 'trouble';
  icon: TablerIcon;
  shortcut?: string;
  isGrave?: boolean;
  /** Whether it can be done as things stand. */
  isPossible: (standing: Standing) => boolean;
}

const always = () => true;
const hasVisitor = ({ chat }: Standing) => chat.contact_id !== null;
const isMarkedSpam = ({ chat }: Standing) => isSpam(chat);
const isFinished = ({ chat }: Standing) => isDone(chat);
const isOngoing = ({ chat }: Standing) => !isSpam(chat) && !isDone(chat);
const isAsleep = (standing: Standing) => isOngoing(standing) && isSnoozed(standing.chat);

/** Everything that is done with a chat as a whole. The head, its menu, the keys and the palette all have it from here. */
const commands = {
  claim: { about: 'owning', icon: IconHandStop, isPossible: (it) => isOngoing(it) && it.canClaim },
  assign: { about: 'owning', icon: IconUserPlus, shortcut: letters.assign, isPossible: hasVisitor },
  done: { about: 'ending', icon: IconCheck, shortcut: letters.close, isPossible: isOngoing },
  notSpam: { about: 'ending', icon: IconArrowBackUp, isPossible: isMarkedSpam },
  reopen: { about: 'ending', icon: IconArrowBackUp, shortcut: letters.close, isPossible: isFinished },
  snoozeMore: { about: 'snoozing', icon: IconClock, isPossible: isOngoing },
  wake: { about: 'snoozing', icon: IconSun, isPossible: isAsleep },
  transfer: { about: 'people', icon: IconSwitchHorizontal, isPossible: hasVisitor },
  colleagues: { about: 'people', icon: IconUsersPlus, isPossible: hasVisitor },
  askRating: { about: 'people', icon: IconStar, isPossible: hasVisitor },
  transcript: { about: 'copies', icon: IconDownload, isPossible: always },
  copyLink: { about: 'copies', icon: IconLink, isPossible: always },
  spam: { about: 'trouble', icon: IconAlertOctagon, isPossible: (it) => !isMarkedSpam(it) },
  unblock: { about: 'trouble', icon: IconLockOpen, isPossible: (it) => hasVisitor(it) && it.isBlocked },
  block: { about: 'trouble', icon: IconBan, isGrave: true, isPossible: (it) => hasVisitor(it) && !it.isBlocked },
} satisfies Record<string, Kind>;

export type CommandName = keyof typeof commands;

export interface ChatCommand extends Omit<Kind, 'isPossible'> {
  name: CommandName;
  label: string;
  run: () => unknown;
}

/** Those that are possible now, in their order. */
export function possibleCommands(standing: Standing) {
  const all = Object.entries(commands) as [CommandName, Kind][];
  return all.flatMap(([name, { isPossible, ...kind }]) => (isPossible(standing) ? { name, ...kind } : []));
}
