import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useDevelopersTexts } from '../../../locales/pages/developers.ts';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Rows } from '../../../ui/layout/rows.tsx';
import styles from './searchable-list.module.css';

interface SearchableListProps<Item> {
  query: Pick<UseQueryResult<Item[]>, 'data' | 'error' | 'refetch'>;
  texts: { list: string; search: string; failed: string; count: (count: number) => string };
  /** What the search looks in. */
  textOf: (item: Item) => string;
  empty: ReactNode;
  children: (item: Item) => ReactNode;
}

/** All of a list that is short enough to be loaded at once. */
export function SearchableList<Item>({ query, texts, textOf, empty, children }: SearchableListProps<Item>) {
  const { noMatches } = useDevelopersTexts();
  const [sought, setSought] = useState('');
  return (
    <Loaded query={query} failure={texts.failed}>
      {(items) => {
        if (items.length === 0) return empty;
        const found = items.filter((item) => textOf(item).toLowerCase().includes(sought.toLowerCase()));
        return (
          <>
            <SearchField label={texts.search} query={sought} onSearch={setSought} className={styles.search ?? ''} />
            {found.length > 0 ? (
              <Rows label={texts.list} end={texts.count(found.length)}>
                {found.map(children)}
              </Rows>
            ) : (
              <Text c="dimmed" role="status">
                {noMatches(sought)}
              </Text>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
