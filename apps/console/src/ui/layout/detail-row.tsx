import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './detail-row.module.css';
import { Row } from './rows.tsx';

interface DetailRowProps {
  icon?: Icon;
  isFailed?: boolean;
  name: ReactNode;
  /** The name in full, or what it stands for. */
  title?: string;
  facts: ReactNode;
  /** Actions or a mark at the end of the row; below on phones if there is no room. */
  children?: ReactNode;
}

/** A row with a name, and facts in small print below it. */
export function DetailRow({ icon: Sign, isFailed = false, name, title, facts, children }: DetailRowProps) {
  return (
    <Row>
      <div className={styles.row}>
        {Sign && (
          <Sign size={20} stroke={1.75} aria-hidden className={styles.icon} data-failed={isFailed || undefined} />
        )}
        <div className={styles.words}>
          <span className={styles.name} title={title} dir="auto">
            {name}
          </span>
          <span className={styles.facts}>{facts}</span>
        </div>
        {children}
      </div>
    </Row>
  );
}
