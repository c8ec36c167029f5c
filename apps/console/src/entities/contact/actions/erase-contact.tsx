import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { nameOf } from '../contact-name.ts';
import { type Contact, forgetContact } from '../contact-queries.ts';

interface EraseContactProps {
  contact: Contact;
  isOpen: boolean;
  onClose: () => void;
  onGone: () => void;
}

/** Asks for confirmation: erasing can't be undone. */
export function EraseContact({ contact, isOpen, onClose, onGone }: EraseContactProps) {
  const texts = useTexts();
  const { contacts: own } = texts;
  const notify = useNotice();
  const queryClient = useQueryClient();
  const name = nameOf(contact, texts);
  const finish = () => {
    onGone();
    notify({ kind: 'done', text: own.erased(name) });
    void forgetContact(queryClient, contact.id);
  };
  return (
    <ConfirmDialog
      title={own.eraseHeading(name)}
      label={own.eraseConfirm}
      isOpen={isOpen}
      onClose={onClose}
      send={() => api.contacts.remove({ params: { id: contact.id } })}
      onDone={finish}
    >
      <Text>{own.eraseLead}</Text>
    </ConfirmDialog>
  );
}
