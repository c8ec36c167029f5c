import { Button } from '@mantine/core';
import type { SiteVisitor } from '@parley/live';
import { type ReactNode, useState } from 'react';
import { useLocale } from '../../../locales/locale.tsx';
import { VisitorRow } from './visitor-row.tsx';
import styles from './visitor-table.module.css';

/** Rows rendered at first; the rest follows on demand. */
const AT_ONCE = 100;

interface VisitorTableProps {
  visitors: SiteVisitor[];
  onStart: (visitor: SiteVisitor) => void;
}

export function VisitorTable({ visitors, onStart }: VisitorTableProps) {
  const { locale, texts } = useLocale();
  const [most, setMost] = useState(AT_ONCE);
  const rest = Math.min(AT_ONCE, visitors.length - most);
  return (
    <>
      <VisitorFrame>
        {visitors.slice(0, most).map((visitor) => (
          <VisitorRow key={visitor.id} visitor={visitor} onStart={onStart} />
        ))}
      </VisitorFrame>
      {rest > 0 && (
        <Button variant="default" mt="md" onClick={() => setMost(most + AT_ONCE)}>
          {texts.visitors.more(rest.toLocaleString(locale))}
        </Button>
      )}
    </>
  );
}

/** The same columns while loading, to avoid layout shifts. */
export function VisitorFrame({ children, isBusy = false }: { children: ReactNode; isBusy?: boolean }) {
  const { visitors: texts } = useLocale().texts;
  const { columns } = texts;
  return (
    <table className={styles.table} aria-label={texts.title} aria-busy={isBusy}>
      <thead className={styles.head}>
        <tr>
          <th scope="col" className={styles.visitor}>
            {columns.visitor}
          </th>
          <th scope="col">{columns.page}</th>
          <th scope="col" className={styles.referrer}>
            {columns.referrer}
          </th>
          <th scope="col" className={styles.time}>
            {columns.time}
          </th>
          <th scope="col" className={styles.pages}>
            {columns.pages}
          </th>
          <th scope="col" className={styles.chat}>
            {columns.chat}
          </th>
        </tr>
      </thead>
      <tbody className={styles.body}>{children}</tbody>
    </table>
  );
}
