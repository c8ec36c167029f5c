import { type Icon, IconAddressBook, IconMessages, IconSettings, IconWorld } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { Texts } from '../locales/en.ts';

interface Section {
  name: keyof Texts['sections'];
  to: LinkProps['to'];
  icon: Icon;
}

/** What the rail leads to, from top to bottom. A section is listed when its first screen works, never before. */
export const sections: Section[] = [
  { name: 'inbox', to: '/inbox', icon: IconMessages },
  { name: 'visitors', to: '/visitors', icon: IconWorld },
  { name: 'contacts', to: '/contacts', icon: IconAddressBook },
  { name: 'settings', to: '/settings/profile', icon: IconSettings },
];
