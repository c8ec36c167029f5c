import type { ReactNode } from 'react';
import styles from './screen.module.css';

/** A screen that is read from top to bottom, in a column that is comfortable to read. */
export function Screen({ children }: { children: ReactNode }) {
  return <div className={styles.screen}>{children}</div>;
}
