import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useOpenAlerts } from '../../features/ai/alerts/open-alerts.ts';
import { useTexts } from '../../locales/locale.tsx';
import { Logo } from '../../ui/theme/logo.tsx';
import { useSections } from '../navigation/navigation.ts';
import { UserMenu } from '../user-menu/user-menu.tsx';
import styles from './rail.module.css';

/** Main navigation: at the side on desktops, at the bottom on phones. */
export function Rail() {
  const texts = useTexts();
  const alerts = useOpenAlerts();
  return (
    <nav className={styles.rail} aria-label={texts.shell.navigation}>
      <Tooltip label={texts.shell.home} position="right" offset={8}>
        <Link to="/" className={styles.home} aria-label={texts.shell.home}>
          <Logo size={28} />
        </Link>
      </Tooltip>
      <ul className={styles.sections}>
        {useSections().map(({ key, path, icon: Icon }) => (
          <li key={key}>
            <Tooltip label={texts.sections[key]} position="right" offset={8}>
              <Link
                to={path}
                className={styles.section}
                aria-label={
                  key === 'ai' && alerts ? texts.shell.withAlerts(texts.sections.ai, alerts) : texts.sections[key]
                }
              >
                <Icon size={20} stroke={1.75} aria-hidden />
                {key === 'ai' && alerts && (
                  <span className={styles.badge} aria-hidden>
                    {alerts}
                  </span>
                )}
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
      <UserMenu />
    </nav>
  );
}
