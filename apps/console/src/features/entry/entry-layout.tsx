import { Outlet } from '@tanstack/react-router';
import { Logo } from '../../ui/theme/logo.tsx';
import styles from './entry-layout.module.css';
import { LanguageChoice } from './language-choice.tsx';

/** The frame around screens without a session. */
export function EntryLayout() {
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <Logo size={40} />
        <Outlet />
      </main>
      <footer className={styles.footer}>
        <LanguageChoice />
      </footer>
    </div>
  );
}
