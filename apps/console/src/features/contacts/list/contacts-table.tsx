import { Button, Skeleton } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type ContactFilters, type ContactSort, contactsQuery } from '../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { ContactRow } from './contact-row.tsx';
import type { ContactView } from './contact-view.ts';
import styles from './contacts-table.module.css';
import { TableHead } from './table-head.tsx';

interface ContactsTableProps {
  filters: ContactFilters;
  view: ContactView;
  onSort: (sort: ContactSort) => void;
  /** The empty state. */
  empty: ReactNode;
}

/** Matching contacts, loaded on scroll. */
export function ContactsTable({ filters, view, onSort, empty }: ContactsTableProps) {
  const { contacts: texts, failures } = useTexts();
  const explain = useExplain();
  const found = useInfiniteQuery({ ...contactsQuery(filters, view.sort), placeholderData: keepPreviousData });
  const { data, error, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage, refetch } = found;
  const contacts = data?.pages.flatMap((page) => page.data);
  const { scroller, end } = useScrollEnd(() => {
    if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage();
  }, contacts?.length);

  if (contacts?.length === 0) return empty;
  return (
    <div ref={scroller} className={styles.scroller}>
      <table className={styles.table} aria-busy={isPlaceholderData || !contacts} aria-label={texts.title}>
        <TableHead columns={view.columns} sort={filters.query ? undefined : view.sort} onSort={onSort} />
        <tbody>
          {contacts?.map((contact) => (
            <ContactRow key={contact.id} contact={contact} columns={view.columns} filters={filters} />
          ))}
          {(isFetchingNextPage || (!contacts && !error)) && <PendingRows span={view.columns.length + 1} />}
        </tbody>
      </table>
      {error && (
        <div role="alert" className={styles.failure}>
          <span>{explain(error)}</span>
          <Button variant="default" onClick={() => void (contacts ? fetchNextPage() : refetch())}>
            {failures.retry}
          </Button>
        </div>
      )}
      <div ref={end} className={styles.end} />
    </div>
  );
}

/** Runs `onNear` when the end of the list comes into view, and again after more rows were added. */
function useScrollEnd(onNear: () => void, count: number | undefined) {
  const [root, scroller] = useState<HTMLDivElement | null>(null);
  const { ref: end, entry } = useIntersection({ root, rootMargin: '600px' });
  const isNear = entry?.isIntersecting ?? false;
  const near = useEffectEvent(onNear);
  useEffect(() => {
    if (isNear && count) near();
  }, [isNear, count]);
  return { scroller, end };
}

function PendingRows({ span }: { span: number }) {
  return ['1', '2', '3', '4', '5', '6', '7', '8'].map((row) => (
    <tr key={row}>
      <td colSpan={span}>
        <Skeleton height={32} />
      </td>
    </tr>
  ));
}
