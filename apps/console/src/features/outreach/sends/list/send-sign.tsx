import type { ReactNode } from 'react';
import styles from './list.module.css';

/** Where a send goes, with its icon. */
export function SendSign({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.sign}>
      {icon}
      {children}
    </span>
  );
}
