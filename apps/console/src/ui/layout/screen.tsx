import type { ReactNode } from 'react';
import styles from './screen.module.css';

/** A screen of one centered column, or of two beside each other where there is room. */
export function Screen({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) {
  return (
    <div className={styles.screen} data-wide={isWide || undefined}>
      {children}
    </div>
  );
}
