import type { ReactNode } from 'react';
import styles from './chart-card.module.css';

interface ChartCardProps {
  title: string;
  /** What the chart says, in one sentence. */
  message?: string | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

/** A chart under its title and its message. */
export function ChartCard({ title, message, actions, children }: ChartCardProps) {
  return (
    <figure className={styles.card}>
      <figcaption className={styles.caption}>
        <div>
          <div className={styles.title}>{title}</div>
          {message && <div className={styles.message}>{message}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </figcaption>
      {children}
    </figure>
  );
}
