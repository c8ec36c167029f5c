import type { Typist } from '@parley/live';
import { useTexts } from '../../locales/locale.tsx';
import styles from './typing-line.module.css';

/** That the visitor is typing, with a preview of their text. Colleagues are in the collision bar. */
export function TypingLine({ typing, name }: { typing: readonly Typist[]; name: string }) {
  const { inbox } = useTexts();
  const visitor = typing.find(({ side }) => side === 'client');
  if (!visitor) return null;
  return (
    <div className={styles.line}>
      <p className={styles.typist}>
        <span className={styles.who}>{inbox.types(name)}</span>
        <span className={styles.dots} aria-hidden>
          <i />
          <i />
          <i />
        </span>
        {visitor.text && (
          <span className={styles.text} dir="auto">
            {visitor.text}
          </span>
        )}
      </p>
    </div>
  );
}
