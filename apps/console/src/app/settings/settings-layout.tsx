import { Link, Outlet } from '@tanstack/react-router';
import { useTexts } from '../../locales/locale.tsx';
import { useSettingsPages } from '../navigation/navigation.ts';
import styles from './settings-layout.module.css';

/** The settings menu beside the page, above it on phones. A single entry needs no menu. */
export function SettingsLayout() {
  const { sections } = useTexts();
  const pages = useSettingsPages();
  if (pages.length < 2) return <Outlet />;
  return (
    <div className={styles.layout}>
      <nav className={styles.menu} aria-label={sections.settings}>
        <ul className={styles.pages}>
          {pages.map(({ key, path, icon: Icon }) => (
            <li key={key}>
              <Link to={path} className={styles.page}>
                <Icon size={18} stroke={1.75} aria-hidden />
                {sections[key]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  );
}
