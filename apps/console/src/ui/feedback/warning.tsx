import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './warning.module.css';

/** Something that keeps the page's things from working. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <div className={styles.warning}>
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden className={styles.icon} />
      <div>{children}</div>
    </div>
  );
}
