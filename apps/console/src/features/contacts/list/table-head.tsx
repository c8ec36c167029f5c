import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ContactSort } from '../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useContactListTexts } from '../../../locales/pages/contact-list.ts';
import type { ContactColumn } from './contact-view.ts';
import styles from './contacts-table.module.css';

const SORTS: Partial<Record<ContactColumn | 'name', ContactSort>> = {
  name: 'name',
  lastSeen: 'last_seen',
  lastChat: 'last_chat',
  created: 'created',
};

interface TableHeadProps {
  columns: ContactColumn[];
  /** Undefined where the order can't be chosen. */
  sort: ContactSort | undefined;
  onSort: (sort: ContactSort) => void;
}

/** A press on a heading sorts by it: names from A, times from the latest. */
export function TableHead({ columns, sort, onSort }: TableHeadProps) {
  const { contacts } = useTexts();
  const texts = useContactListTexts();
  const heading = (name: ContactColumn | 'name', label: string, className?: string) => {
    const own = SORTS[name];
    const isSorted = own !== undefined && own === sort;
    const Arrow = name === 'name' ? IconArrowUp : IconArrowDown;
    const direction = name === 'name' ? ('ascending' as const) : ('descending' as const);
    return (
      <th key={name} scope="col" className={className} aria-sort={isSorted ? direction : undefined}>
        {own && sort ? (
          <UnstyledButton className={styles.sort} onClick={() => onSort(own)}>
            {label}
            {isSorted && <Arrow size={14} stroke={1.75} aria-hidden />}
          </UnstyledButton>
        ) : (
          label
        )}
      </th>
    );
  };
  return (
    <thead>
      <tr>
        {heading('name', contacts.fields.name)}
        {columns.map((column, index) => heading(column, texts.columns[column], index ? styles.roomy : undefined))}
      </tr>
    </thead>
  );
}
