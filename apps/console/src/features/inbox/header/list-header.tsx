import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { InboxSearch } from '../../../entities/chat/inbox-search.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { ListFilter } from './list-filter.tsx';
import styles from './list-header.module.css';
import { ViewMenu } from './view-menu.tsx';

interface ListHeaderProps {
  search: InboxSearch;
  onSearch(search: InboxSearch): void;
  onFocusSearch(isFocused: boolean): void;
}

/** Debounces the search. */
const DEBOUNCE_MS = 250;

export function ListHeader({ search, onSearch, onFocusSearch }: ListHeaderProps) {
  const { inbox } = useTexts();
  const [text, setText] = useState(search.q ?? '');
  useEffect(() => setText(search.q ?? ''), [search.q]);
  useEffect(() => {
    if (text === (search.q ?? '')) return;
    const timer = setTimeout(() => {
      const { q: _, ...rest } = search;
      onSearch(text ? { ...rest, q: text } : rest);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, search, onSearch]);
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <ViewMenu search={search} />
        <ListFilter search={search} onSearch={onSearch} />
      </div>
      <TextInput
        size="xs"
        type="search"
        aria-label={inbox.search}
        placeholder={inbox.search}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={() => onFocusSearch(true)}
        onBlur={() => onFocusSearch(false)}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        rightSection={text && <CloseButton size="xs" aria-label={inbox.clearSearch} onClick={() => setText('')} />}
      />
    </header>
  );
}
