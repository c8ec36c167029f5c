import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconBan, IconDots, IconLockOpen, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../api.ts';
import { useExplain } from '../failure/explain.ts';
import { useTexts } from '../locales/locale.tsx';
import { useNotice } from '../shell/notice.tsx';
import type { Contact } from './contact-queries.ts';
import { EraseContact } from './erase-contact.tsx';
import { useContactChange } from './use-contact-change.ts';

interface ContactActionsProps {
  contact: Contact;
  /** The contact was erased: what shows it has nothing to show. */
  onGone: () => void;
}

/** What is done to a contact as a whole. */
export function ContactActions({ contact, onGone }: ContactActionsProps) {
  const { contacts: texts } = useTexts();
  const [dialog, setDialog] = useState<'erase'>();
  const toggleBlock = useBlock(contact);
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
          <Menu.Item leftSection={<BlockIcon size={18} stroke={1.75} aria-hidden />} onClick={toggleBlock}>
            {isBlocked ? texts.unblock : texts.block}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
            onClick={() => setDialog('erase')}
          >
            {texts.erase}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <EraseContact
        contact={contact}
        isOpen={dialog === 'erase'}
        onClose={() => setDialog(undefined)}
        onGone={onGone}
      />
    </>
  );
}

/** Blocks whoever is not blocked, and lets in whoever is. */
function useBlock(contact: Contact) {
  const explain = useExplain();
  const notify = useNotice();
  const change = useContactChange(contact);
  const { id, blocked_at } = contact;
  return () => {
    const isBlocked = blocked_at === null;
    const route = isBlocked ? api.contacts.block : api.contacts.unblock;
    const shown = { blocked_at: isBlocked ? new Date().toISOString() : null };
    change({ shown, send: () => route({ params: { id } }) }).catch((error) =>
      notify({ kind: 'failed', text: explain(error) }),
    );
  };
}
