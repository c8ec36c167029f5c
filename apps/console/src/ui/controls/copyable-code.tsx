import { Fragment } from 'react';
import { CopyIcon } from './copy-icon.tsx';
import styles from './copyable-code.module.css';

/** A command line with a copy button. Always left to right, and never broken within a word. */
export function CopyableCode({ label, children }: { label: string; children: string }) {
  const words = [...children.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, start: index }));
  return (
    <div className={styles.command} dir="ltr">
      <code className={styles.code}>
        {words.map(({ word, start }) => (
          <Fragment key={start}>
            <span className={styles.word}>{word}</span>{' '}
          </Fragment>
        ))}
      </code>
      <CopyIcon value={children} label={label} />
    </div>
  );
}
