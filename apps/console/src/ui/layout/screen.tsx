import type { ReactNode } from 'react';
import styles from './screen.module.css';

/** A screen of one centered column. */
export function Screen({ children }: { children: ReactNode }) {
  return <div className={styles.screen}>{children}</div>;
}
