import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconCheck } from '@tabler/icons-react';
import type { ContactSort } from '../../../entities/contact/contact-queries.ts';
import { useContactListTexts } from '../../../locales/pages/contact-list.ts';
import { type ContactColumn, type ContactView, contactColumns, contactSorts } from './contact-view.ts';

interface ViewMenuProps {
  view: ContactView;
  onChange: (changes: Partial<ContactView>) => void;
  /** Matches of a search are listed newest first. */
  isSearching: boolean;
}

const CHECK = <IconCheck size={16} stroke={1.75} aria-hidden />;

/** Which columns the list has, and its order. */
export function ViewMenu({ view, onChange, isSearching }: ViewMenuProps) {
  const texts = useContactListTexts();
  const toggle = (column: ContactColumn, isChosen: boolean) =>
    onChange({
      columns: contactColumns.filter((each) => (each === column ? isChosen : view.columns.includes(each))),
    });
  return (
    <Menu position="bottom-end" width={240} closeOnItemClick={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Tooltip label={texts.view}>
          <ActionIcon variant="default" size={36} aria-label={texts.view}>
            <IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{isSearching ? texts.sortOfSearch : texts.sort}</Menu.Label>
        <Menu.RadioGroup value={view.sort} onChange={(sort) => onChange({ sort: sort as ContactSort })}>
          {contactSorts.map((sort) => (
            <Menu.RadioItem key={sort} value={sort} disabled={isSearching} checkIcon={CHECK}>
              {texts.sorts[sort]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{texts.columnsLabel}</Menu.Label>
        {contactColumns.map((column) => (
          <Menu.CheckboxItem
            key={column}
            checked={view.columns.includes(column)}
            checkIcon={CHECK}
            onChange={(isChosen) => toggle(column, isChosen)}
          >
            {texts.columns[column]}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
