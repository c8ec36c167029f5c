import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { Suspense } from 'react';
import { type InboxSearch, isNarrowed } from '../../../entities/chat/inbox-search.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { lazyScreen } from '../../../ui/layout/lazy-screen.ts';
import styles from './list-header.module.css';

const FilterForm = lazyScreen(() => import('./filter-form.tsx'), 'FilterForm');

interface ListFilterProps {
  search: InboxSearch;
  onSearch(search: InboxSearch): void;
}

/** Filters behind a button that shows whether one is set. */
export function ListFilter({ search, onSearch }: ListFilterProps) {
  const { inbox } = useTexts();
  return (
    <Popover position="bottom-end" width={260} returnFocus>
      <Tooltip label={inbox.filter}>
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={inbox.filter}>
            <IconFilter size={18} stroke={1.75} aria-hidden />
            {isNarrowed(search) && <span className={styles.narrowed} />}
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown>
        <Suspense>
          <FilterForm search={search} onSearch={onSearch} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
