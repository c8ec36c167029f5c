import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconArrowMerge, IconBan, IconDots, IconLockOpen, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import type { Contact } from '../contact-queries.ts';
import { useBlock } from '../use-block.ts';
import { EraseContact } from './erase-contact.tsx';
import { MergeContact } from './merge-contact.tsx';

interface ContactActionsProps {
  contact: Contact;
  /** Runs after the contact was erased. */
  onGone: () => void;
}

/** Actions on the whole contact. */
export function ContactActions({ contact, onGone }: ContactActionsProps) {
  const { contacts: texts } = useTexts();
  const [dialog, setDialog] = useState<'merge' | 'erase'>();
  const { block, unblock } = useBlock(contact);
  const close = () => setDialog(undefined);
  const isBlocked = contact.blocked_at !== null;
  const BlockIcon = isBlocked ? IconLockOpen : IconBan;
  return (
    <>
      <Menu position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Tooltip label={texts.actions}>
            <ActionIcon variant="subtle" color="gray" size={32} aria-label={texts.actions}>
              <IconDots size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<BlockIcon size={18} stroke={1.75} aria-hidden />}
            onClick={isBlocked ? unblock : block}
          >
            {isBlocked ? texts.unblock : texts.block}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowMerge size={18} stroke={1.75} aria-hidden />}
            onClick={() => setDialog('merge')}
          >
            {texts.merge}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
            onClick={() => setDialog('erase')}
          >
            {texts.erase}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <MergeContact contact={contact} isOpen={dialog === 'merge'} onClose={close} />
      <EraseContact contact={contact} isOpen={dialog === 'erase'} onClose={close} onGone={onGone} />
    </>
  );
}
