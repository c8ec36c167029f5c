import { ActionIcon, Autocomplete, Button, FocusTrap, Popover, Tooltip } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tagsQuery } from '../../../entities/contact/contact-queries.ts';
import { useBulkTexts } from '../../../locales/pages/bulk.ts';
import styles from './bulk-bar.module.css';

/** A tag for the contacts of all selected chats. */
export function BulkTag({ onChoose }: { onChoose(tag: string): void }) {
  const texts = useBulkTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} width={280} returnFocus>
      <Popover.Target>
        <Tooltip label={texts.tag} disabled={isOpen}>
          <ActionIcon variant="subtle" color="gray" size={30} aria-label={texts.tag} onClick={() => setOpen(!isOpen)}>
            <IconTag size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <TagForm
          onChoose={(tag) => {
            setOpen(false);
            onChoose(tag);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function TagForm({ onChoose }: { onChoose(tag: string): void }) {
  const texts = useBulkTexts();
  const { data: known = [] } = useQuery(tagsQuery);
  const [tag, setTag] = useState('');
  const isValid = !/^\s*\.{0,2}\s*$/.test(tag);
  return (
    <FocusTrap>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) onChoose(tag.trim());
        }}
      >
        <Autocomplete
          data-autofocus
          label={texts.tagName}
          placeholder={texts.tagPlaceholder}
          data={known}
          value={tag}
          onChange={setTag}
          maxLength={64}
          comboboxProps={{ withinPortal: false }}
        />
        <Button type="submit" size="xs" disabled={!isValid}>
          {texts.add}
        </Button>
      </form>
    </FocusTrap>
  );
}
