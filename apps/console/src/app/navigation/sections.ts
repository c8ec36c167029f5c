import { type Icon, IconAddressBook, IconCode, IconMessages, IconSettings, IconWorld } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { isManager, useSession } from '../../data/session.ts';
import type { Texts } from '../../locales/en.ts';

interface Section {
  name: keyof Texts['sections'];
  to: LinkProps['to'];
  icon: Icon;
  /** For owners and administrators alone. */
  isForManagers?: true;
}

/** What the rail leads to, from top to bottom. A section is listed when its first screen works, never before. */
const sections: Section[] = [
  { name: 'inbox', to: '/inbox', icon: IconMessages },
  { name: 'visitors', to: '/visitors', icon: IconWorld },
  { name: 'contacts', to: '/contacts', icon: IconAddressBook },
  { name: 'developers', to: '/developers', icon: IconCode, isForManagers: true },
  { name: 'settings', to: '/settings/profile', icon: IconSettings },
];

/** Those that somebody may see. */
export function useSections() {
  const session = useSession();
  return sections.filter(({ isForManagers }) => !isForManagers || isManager(session));
}
