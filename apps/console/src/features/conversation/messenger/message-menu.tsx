import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useMessengerChatTexts } from '../../../locales/pages/messenger-chat.ts';

interface MessageMenuProps {
  /** Undefined where the messenger allows no edits. */
  onEdit: (() => void) | undefined;
  onRemove: () => void;
  className: string;
  ref: Ref<HTMLButtonElement>;
}

/** What can be done with an own message in a messenger. The editor takes the focus, so the button doesn't get it back. */
export function MessageMenu({ onEdit, onRemove, className, ref }: MessageMenuProps) {
  const texts = useMessengerChatTexts();
  const label = onEdit ? texts.menu : texts.menuDelete;
  return (
    <Menu position="bottom-end" width={180} withInitialFocusPlaceholder={false} returnFocus={false}>
      <Menu.Target>
        <ActionIcon ref={ref} variant="subtle" color="gray" className={className} title={label} aria-label={label}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onEdit && (
          <Menu.Item leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />} onClick={onEdit}>
            {texts.edit}
          </Menu.Item>
        )}
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
          onClick={onRemove}
        >
          {texts.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
