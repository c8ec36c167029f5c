import { Menu, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { fullName, useSession } from '../../data/session.ts';
import { useProfileUpdate } from '../../entities/agent/use-profile-update.ts';
import { useProfileLanguage } from '../../features/settings/use-profile-language.ts';
import { locales, useLocale } from '../../locales/locale.tsx';
import { MenuChoice } from '../../ui/controls/menu-choice.tsx';
import { PersonAvatar } from '../../ui/person/person-avatar.tsx';
import { colorSchemes } from '../../ui/theme/theme.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import { PresenceChoice } from './presence-choice.tsx';
import { useOwnPresence } from './use-own-presence.ts';
import styles from './user-menu.module.css';
import { WidgetChoice } from './widget-choice.tsx';

/** The menu of the signed-in agent. */
export function UserMenu() {
  const session = useSession();
  const { locale, texts } = useLocale();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const isPhone = useMediaQuery('(max-width: 47.99em)');
  const update = useProfileUpdate();
  const presence = useOwnPresence();
  useProfileLanguage();
  const { shell } = texts;
  const name = fullName(session);
  return (
    <Menu
      position={isPhone ? 'top-end' : 'right-end'}
      width={280}
      offset={16}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UnstyledButton className={styles.target}>
          <VisuallyHidden>{`${shell.menu(name)}, ${shell.presence[presence]}`}</VisuallyHidden>
          <PersonAvatar name={name} url={session.agent.avatar_url} presence={presence} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown}>
        <div className={styles.person}>
          <PersonAvatar name={name} url={session.agent.avatar_url} size={40} />
          <div className={styles.words}>
            <strong className={styles.name}>{name}</strong>
            <span className={styles.email}>{session.user.email}</span>
          </div>
        </div>
        <PresenceChoice presence={presence} />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUserCircle size={18} stroke={1.75} aria-hidden />}
          renderRoot={(props) => <Link to="/settings/profile" {...props} />}
        >
          {shell.profile}
        </Menu.Item>
        <WidgetChoice />
        <Menu.Divider />
        <MenuChoice
          label={texts.language}
          value={locale}
          options={locales.map((each) => ({ value: each.locale, label: each.name }))}
          onChange={(next) => update({ locale: next })}
        />
        <MenuChoice
          label={shell.theme}
          value={colorScheme}
          options={colorSchemes.map((value) => ({ value, label: shell.themes[value] }))}
          onChange={setColorScheme}
        />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />}
          onClick={() => signOut('here')}
        >
          {shell.signOut}
        </Menu.Item>
        <Menu.Item className={styles.indented} onClick={() => signOut('everywhere')}>
          {shell.signOutEverywhere}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
