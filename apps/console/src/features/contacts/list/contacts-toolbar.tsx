import { ActionIcon, Button, Menu, Select, Title, Tooltip } from '@mantine/core';
import { IconDots, IconFileDownload, IconFileUpload, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ContactFilters, tagsQuery } from '../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import type { ContactView } from './contact-view.ts';
import styles from './contacts-toolbar.module.css';
import { ViewMenu } from './view-menu.tsx';

interface ContactsToolbarProps {
  filters: ContactFilters;
  view: ContactView;
  onView: (changes: Partial<ContactView>) => void;
  onFilter: (filters: ContactFilters) => void;
  onCreate: () => void;
}

/** Search, filters, and actions on the whole list. */
export function ContactsToolbar({ filters, view, onView, onFilter, onCreate }: ContactsToolbarProps) {
  const { contacts: texts } = useTexts();
  const { data: tags = [] } = useQuery(tagsQuery);
  const { query: _query, ...withoutQuery } = filters;
  const { tag: _tag, ...withoutTag } = filters;
  const address = new URLSearchParams({ ...filters }).toString();
  return (
    <div className={styles.toolbar}>
      <Title order={1} className={styles.title}>
        {texts.title}
      </Title>
      <SearchField
        className={styles.search ?? ''}
        label={texts.search}
        query={filters.query ?? ''}
        onSearch={(query) => onFilter({ ...withoutQuery, ...(query && { query }) })}
      />
      <Select
        className={styles.tag}
        aria-label={texts.tag}
        placeholder={texts.allTags}
        data={[...new Set([...tags, ...(filters.tag ? [filters.tag] : [])])]}
        value={filters.tag ?? null}
        onChange={(tag) => onFilter({ ...withoutTag, ...(tag && { tag }) })}
        searchable
        clearable
        nothingFoundMessage={texts.noTags}
        clearButtonProps={{ 'aria-label': texts.allTags }}
      />
      <ViewMenu view={view} onChange={onView} isSearching={filters.query !== undefined} />
      <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Tooltip label={texts.allActions}>
            <ActionIcon variant="default" size={36} aria-label={texts.allActions}>
              <IconDots size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={`/api/v1/contacts/export${address && `?${address}`}`}
            leftSection={<IconFileDownload size={18} stroke={1.75} aria-hidden />}
          >
            {texts.export}
          </Menu.Item>
          <Menu.Item
            renderRoot={(props) => <Link to="/settings/import" {...props} />}
            leftSection={<IconFileUpload size={18} stroke={1.75} aria-hidden />}
          >
            {texts.import}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={onCreate}>
        {texts.newContact}
      </Button>
    </div>
  );
}
