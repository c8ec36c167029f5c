import { Skeleton } from '@mantine/core';
import { VisitorFrame } from './table/visitor-table.tsx';
import styles from './visitors-skeleton.module.css';

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

export function VisitorsSkeleton() {
  return (
    <VisitorFrame isBusy>
      {ROWS.map((row) => (
        <tr key={row} className={styles.row}>
          <td colSpan={6}>
            <Skeleton height={32} />
          </td>
        </tr>
      ))}
    </VisitorFrame>
  );
}
