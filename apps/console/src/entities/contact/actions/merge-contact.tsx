import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { nameOf } from '../contact-name.ts';
import type { Contact } from '../contact-queries.ts';
import { ContactPicker } from './contact-picker.tsx';
import { useMerge } from './use-merge.ts';

interface MergeContactProps {
  contact: Contact;
  isOpen: boolean;
  onClose: () => void;
}

/** Picks a contact to merge into this one, and asks for confirmation. */
export function MergeContact({ contact, isOpen, onClose }: MergeContactProps) {
  const texts = useTexts();
  return (
    <Dialog title={texts.contacts.mergeHeading(nameOf(contact, texts))} isOpen={isOpen} onClose={onClose}>
      <Choice contact={contact} onClose={onClose} />
    </Dialog>
  );
}

/** Mounted on each opening of the dialog, so it starts empty. */
function Choice({ contact, onClose }: Omit<MergeContactProps, 'isOpen'>) {
  const texts = useTexts();
  const { contacts: own } = texts;
  const explain = useExplain();
  const { merge, finish } = useMerge(contact);
  const [other, setOther] = useState<Contact>();
  const [kept, gone] = [nameOf(contact, texts), other && nameOf(other, texts)];
  const { mutate, isPending, error } = useMutation({
    mutationFn: merge,
    onSuccess: async (merged, gone) => {
      onClose();
      await finish(merged, gone);
    },
  });
  return (
    <Stack gap="md">
      <ContactPicker except={contact.id} chosen={other} onChoose={setOther} />
      {gone !== undefined && <Text role="status">{own.mergeLead(gone, kept)}</Text>}
      <FormFailure>{error ? explain(error) : undefined}</FormFailure>
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button disabled={!other} aria-busy={isPending} onClick={() => other && !isPending && mutate(other)}>
          {own.mergeConfirm}
        </Button>
      </Group>
    </Stack>
  );
}
