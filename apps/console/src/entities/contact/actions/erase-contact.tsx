import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
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
  const explain = useExplain();
  const notify = useNotice();
  const queryClient = useQueryClient();
  const name = nameOf(contact, texts);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.contacts.remove({ params: { id: contact.id } }),
    onSuccess: () => {
      onClose();
      onGone();
      notify({ kind: 'done', text: own.erased(name) });
      return forgetContact(queryClient, contact.id);
    },
  });
  return (
    <Dialog title={own.eraseHeading(name)} isOpen={isOpen} onClose={onClose}>
      <Stack gap="md">
        <Text>{own.eraseLead}</Text>
        <FormFailure>{error ? explain(error) : undefined}</FormFailure>
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          <Button color="red" aria-busy={isPending} onClick={() => isPending || mutate()}>
            {own.eraseConfirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
