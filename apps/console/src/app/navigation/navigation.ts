import {
  type Icon,
  IconAddressBook,
  IconBuilding,
  IconChartBar,
  IconCode,
  IconFileUpload,
  IconHistory,
  IconMail,
  IconMessageBolt,
  IconMessageChatbot,
  IconMessages,
  IconPlugConnected,
  IconSend,
  IconSettings,
  IconShieldLock,
  IconSitemap,
  IconSparkles,
  IconUserCircle,
  IconUserShield,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import type { RouteComponent } from '@tanstack/react-router';
import { hasRole, type RequiredRole, useSession } from '../../data/session.ts';
import type { Texts } from '../../locales/en.ts';
import { lazyScreen } from '../../ui/layout/lazy-screen.ts';

type Key = keyof Texts['sections'];

interface Page {
  icon: Icon;
  path: string;
  screen: RouteComponent;
  /** Others do not see the entry, and its address answers as if there were no such page. */
  requiredRole?: RequiredRole;
}

interface SettingsPage extends Page {
  group: SettingsGroup;
}

interface Section {
  icon: Icon;
  path: string;
  pages: Partial<Record<Key, SettingsPage>>;
}

/** Groups of the settings menu, in its order. The key is the name in `texts.settingsGroups`. */
export const settingsGroups = ['personal', 'team', 'channels', 'account', 'integrations'] as const;

type SettingsGroup = (typeof settingsGroups)[number];

/**
 * Every page behind the session, in the order of the rail and of the settings menu; the router and the command palette read it
 * too. The key is the label's name in `texts.sections`. The whole frame is Inbox, Tickets, Visitors, Contacts, Outreach,
 * Reports, AI (Operators, Knowledge, Learning, Problems), Settings: a page is listed from the day it works.
 */
export const navigation = {
  inbox: {
    icon: IconMessages,
    path: '/inbox',
    screen: lazyScreen(() => import('../screens/inbox-screen.tsx'), 'InboxScreen'),
  },
  visitors: {
    icon: IconWorld,
    path: '/visitors',
    screen: lazyScreen(() => import('../../features/visitors/visitors.tsx'), 'Visitors'),
  },
  contacts: {
    icon: IconAddressBook,
    path: '/contacts',
    screen: lazyScreen(() => import('../../features/contacts/list/contacts.tsx'), 'Contacts'),
  },
  outreach: {
    icon: IconSend,
    path: '/outreach',
    screen: lazyScreen(() => import('../../features/outreach/layout/outreach-layout.tsx'), 'OutreachLayout'),
    requiredRole: 'manager',
  },
  reports: {
    icon: IconChartBar,
    path: '/reports',
    screen: lazyScreen(() => import('../../features/reports/overview/overview.tsx'), 'Overview'),
  },
  ai: {
    icon: IconSparkles,
    path: '/ai',
    screen: lazyScreen(() => import('../../features/ai/layout/ai-layout.tsx'), 'AiLayout'),
    requiredRole: 'manager',
  },
  settings: {
    icon: IconSettings,
    path: '/settings',
    pages: {
      profile: {
        group: 'personal',
        icon: IconUserCircle,
        path: '/settings/profile',
        screen: lazyScreen(() => import('../../features/settings/profile/profile.tsx'), 'Profile'),
      },
      team: {
        group: 'team',
        icon: IconUsers,
        path: '/settings/team',
        screen: lazyScreen(() => import('../../features/team/list/team.tsx'), 'Team'),
        requiredRole: 'manager',
      },
      departments: {
        group: 'team',
        icon: IconSitemap,
        path: '/settings/departments',
        screen: lazyScreen(() => import('../../features/departments/list/departments.tsx'), 'Departments'),
        requiredRole: 'manager',
      },
      quickPhrases: {
        group: 'team',
        icon: IconMessageBolt,
        path: '/settings/quick-phrases',
        screen: lazyScreen(() => import('../../features/quick-phrases/quick-phrases.tsx'), 'QuickPhrases'),
      },
      account: {
        group: 'account',
        icon: IconBuilding,
        path: '/settings/account',
        screen: lazyScreen(() => import('../../features/account/account.tsx'), 'Account'),
        requiredRole: 'owner',
      },
      mail: {
        group: 'account',
        icon: IconMail,
        path: '/settings/mail',
        screen: lazyScreen(() => import('../../features/mail/mail.tsx'), 'Mail'),
        requiredRole: 'owner',
      },
      security: {
        group: 'account',
        icon: IconShieldLock,
        path: '/settings/security',
        screen: lazyScreen(() => import('../../features/team-security/security.tsx'), 'Security'),
        requiredRole: 'manager',
      },
      personalData: {
        group: 'account',
        icon: IconUserShield,
        path: '/settings/personal-data',
        screen: lazyScreen(() => import('../../features/personal-data/personal-data.tsx'), 'PersonalData'),
        requiredRole: 'owner',
      },
      auditLog: {
        group: 'account',
        icon: IconHistory,
        path: '/settings/audit-log',
        screen: lazyScreen(() => import('../../features/audit-log/audit-log.tsx'), 'AuditLog'),
        requiredRole: 'manager',
      },
      import: {
        group: 'account',
        icon: IconFileUpload,
        path: '/settings/import',
        screen: lazyScreen(() => import('../../features/import/import.tsx'), 'Import'),
      },
      widget: {
        group: 'channels',
        icon: IconMessageChatbot,
        path: '/settings/widget',
        screen: lazyScreen(() => import('../../features/widget/widget.tsx'), 'Widget'),
        requiredRole: 'manager',
      },
      messengers: {
        group: 'channels',
        icon: IconPlugConnected,
        path: '/settings/messengers',
        screen: lazyScreen(() => import('../../features/messengers/list/messengers.tsx'), 'Messengers'),
        requiredRole: 'manager',
      },
      developers: {
        group: 'integrations',
        icon: IconCode,
        path: '/settings/developers',
        screen: lazyScreen(() => import('../../features/developers/parts/developers.tsx'), 'Developers'),
        requiredRole: 'manager',
      },
    },
  },
} as const satisfies Partial<Record<Key, Page | Section>>;

type PathOf<Entries> = {
  [Name in keyof Entries]: Entries[Name] extends { path: infer Path; pages?: infer Pages }
    ? Path | PathOf<Pages>
    : never;
}[keyof Entries];

interface Entry {
  key: Key;
  icon: Icon;
  path: PathOf<typeof navigation>;
}

interface SettingsEntry extends Entry {
  group: SettingsGroup;
}

/** The entries of the rail that the agent sees. */
export const useSections = () => useEntries<Entry>(navigation);

/** The entries of the settings menu that the agent sees. */
export const useSettingsPages = () => useEntries<SettingsEntry>(navigation.settings.pages);

function useEntries<E extends Entry>(entries: Partial<Record<Key, Omit<E, 'key'> & Pick<Page, 'requiredRole'>>>) {
  const session = useSession();
  // `Object.entries` types every key as a string.
  return (Object.entries(entries) as [Key, Required<typeof entries>[Key]][])
    .filter(([, { requiredRole }]) => hasRole(session, requiredRole))
    .map(([key, entry]) => ({ ...entry, key }));
}
