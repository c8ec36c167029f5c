import { Menu, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { locales, useLocale } from '../locales/locale.tsx';
import { PersonAvatar } from '../people/person-avatar.tsx';
import { fullName, useSession } from '../session.ts';
import { Choice } from './choice.tsx';
import styles from './own-menu.module.css';
import { useSignOut } from './use-sign-out.ts';
import { WidgetChoice } from './widget-choice.tsx';

const THEMES = ['auto', 'light', 'dark'] as const;

/** Everything about the person rather than the work. */
export function OwnMenu() {
  const session = useSession();
  const { locale, texts, choose } = useLocale();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const isPhone = useMediaQuery('(max-width: 47.99em)');
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
          <VisuallyHidden>{shell.menu(name)}</VisuallyHidden>
          <PersonAvatar name={name} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown}>
        <div className={styles.person}>
          <strong className={styles.name}>{name}</strong>
          <span className={styles.email}>{session.user.email}</span>
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUserCircle size={18} stroke={1.75} aria-hidden />}
          renderRoot={(props) => <Link to="/settings/profile" {...props} />}
        >
          {shell.profile}
        </Menu.Item>
        <WidgetChoice />
        <Menu.Divider />
        <Choice
          label={texts.language}
          value={locale}
          options={locales.map((each) => ({ value: each.locale, label: each.name }))}
          onChange={(next) => void choose(next)}
        />
        <Choice
          label={shell.theme}
          value={colorScheme}
          options={THEMES.map((value) => ({ value, label: shell.themes[value] }))}
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
