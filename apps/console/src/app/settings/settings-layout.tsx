import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useTexts } from '../../locales/locale.tsx';
import { navigation } from '../navigation/navigation.ts';
import styles from './settings-layout.module.css';
import { SettingsMenu } from './settings-menu.tsx';

const usePhone = () => useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });

/** The settings menu beside the page. On phones the menu is a page of its own. */
export function SettingsLayout() {
  const { allSettings } = useTexts();
  const isPhone = usePhone();
  const isHome = useLocation({ select: ({ pathname }) => pathname === navigation.settings.path });
  return (
    <div className={styles.layout}>
      {(!isPhone || isHome) && <SettingsMenu />}
      <div className={styles.content}>
        {isPhone && !isHome && (
          <Link to={navigation.settings.path} className={styles.back}>
            <IconChevronLeft size={18} stroke={1.75} aria-hidden className={styles.chevron} />
            {allSettings}
          </Link>
        )}
        <Outlet />
      </div>
    </div>
  );
}

/** Only phones have room for nothing but the menu. */
export function SettingsHome() {
  return usePhone() ? null : <Navigate to={navigation.settings.pages.profile.path} replace />;
}
