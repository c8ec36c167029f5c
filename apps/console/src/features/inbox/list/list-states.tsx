import { Skeleton } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { InboxSearch } from '../../../entities/chat/inbox-search.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import styles from './list-states.module.css';

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7];

export function ListSkeleton() {
  return (
    <div aria-busy="true">
      {ROWS.map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton circle height={36} />
          <div className={styles.lines}>
            <Skeleton height={12} width="55%" />
            <Skeleton height={10} width="85%" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** As high as the bar, so that nothing jumps. */
export function BulkBarSkeleton() {
  return <div className={styles.bar} aria-busy="true" />;
}

export function ListEmpty({ search }: { search: InboxSearch }) {
  const { empty } = useTexts().inbox;
  const { view = 'open', ...narrowing } = search;
  const [heading, lead] = empty[Object.keys(narrowing).length ? 'found' : view];
  return (
    <EmptyState icon={IconInbox} heading={heading}>
      {lead}
    </EmptyState>
  );
}
