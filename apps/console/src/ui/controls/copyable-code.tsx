import { Fragment } from 'react';
import { CopyIcon } from './copy-icon.tsx';
import styles from './copyable-code.module.css';

/** A command line to copy. Read from left to right in every language, and never broken inside of an option. */
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
