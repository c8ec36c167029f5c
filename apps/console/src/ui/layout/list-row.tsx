import type { ReactNode } from 'react';
import styles from './list-row.module.css';
import { Row } from './rows.tsx';

interface ListRowProps {
  /** A link that covers the row. */
  name: ReactNode;
  facts: ReactNode;
  badges?: ReactNode;
  /** At the end of the row; below on phones. */
  aside?: ReactNode;
}

export function ListRow({ name, facts, badges, aside }: ListRowProps) {
  return (
    <Row>
      <div className={styles.row}>
        <div className={styles.words}>
          <div className={styles.head}>
            {name}
            {badges}
          </div>
          <div className={styles.facts}>{facts}</div>
        </div>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
    </Row>
  );
}
