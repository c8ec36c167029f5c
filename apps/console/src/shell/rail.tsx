import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../locales/locale.tsx';
import { Mark } from '../mark.tsx';
import { OwnMenu } from './own-menu.tsx';
import styles from './rail.module.css';
import { useSections } from './sections.ts';

/** The way between sections: at the side of a desktop, at the foot of a phone. */
export function Rail() {
  const texts = useTexts();
  return (
    <nav className={styles.rail} aria-label={texts.shell.navigation}>
      <Tooltip label={texts.shell.home} position="right" offset={8}>
        <Link to="/" className={styles.home} aria-label={texts.shell.home}>
          <Mark size={28} />
        </Link>
      </Tooltip>
      <ul className={styles.sections}>
        {useSections().map(({ name, to, icon: Icon }) => (
          <li key={name}>
            <Tooltip label={texts.sections[name]} position="right" offset={8}>
              <Link to={to} className={styles.section} aria-label={texts.sections[name]}>
                <Icon size={20} stroke={1.75} aria-hidden />
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
      <OwnMenu />
    </nav>
  );
}
