import type { Texts } from '../../locales/en.ts';
import { useTexts } from '../../locales/locale.tsx';
import styles from './entry-note.module.css';

export type NoteName = keyof Texts['signIn']['notes'];

/** Why the sign-in page is shown. */
export function EntryNote({ name }: { name: NoteName }) {
  const { signIn } = useTexts();
  return (
    <p role="status" className={styles.note}>
      {signIn.notes[name]}
    </p>
  );
}
