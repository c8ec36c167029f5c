import type { ReactNode } from 'react';
import styles from './rows.module.css';

interface RowsProps {
  label: string;
  children: ReactNode;
  /** Below the last row: how many there are, or how far they go back. */
  end?: ReactNode;
}

/** A list of things with borders between them. */
export function Rows({ label, children, end }: RowsProps) {
  return (
    <>
      <ul className={styles.rows} aria-label={label}>
        {children}
      </ul>
      {end && <div className={styles.end}>{end}</div>}
    </>
  );
}

/** One thing; a link inside it covers the whole row. */
export function Row({ children }: { children: ReactNode }) {
  return <li className={styles.row}>{children}</li>;
}
