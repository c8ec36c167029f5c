import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTexts } from '../../locales/locale.tsx';
import { settingsGroups, useSettingsPages } from '../navigation/navigation.ts';
import styles from './settings-menu.module.css';

/** The pages of the settings that the agent may open, by group. */
export function SettingsMenu() {
  const { sections, settingsGroups: names } = useTexts();
  const pages = useSettingsPages();
  const id = useId();
  return (
    <nav className={styles.menu} aria-label={sections.settings}>
      {settingsGroups.map((group) => {
        const listed = pages.filter((page) => page.group === group);
        if (listed.length === 0) return null;
        return (
          <div key={group} className={styles.group}>
            <h2 id={id + group} className={styles.name}>
              {names[group]}
            </h2>
            <ul className={styles.pages} aria-labelledby={id + group}>
              {listed.map(({ key, path, icon: Icon }) => (
                <li key={key}>
                  <Link to={path} className={styles.page}>
                    <Icon size={18} stroke={1.75} aria-hidden />
                    {sections[key]}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
