import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../data/api.ts';
import { cacheContact } from '../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { isEmailRefused } from '../../../ui/form/emails.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/layout/dialog.tsx';

interface NewContactProps {
  isOpen: boolean;
  onClose: () => void;
}

export function NewContact({ isOpen, onClose }: NewContactProps) {
  const { contacts: texts } = useTexts();
  return (
    <Dialog title={texts.newContact} isOpen={isOpen} onClose={onClose}>
      <Form onClose={onClose} />
    </Dialog>
  );
}

/** Mounted on each opening of the dialog, so it starts empty. */
function Form({ onClose }: { onClose: () => void }) {
  const { contacts: texts, emailWrong, cancel, saving } = useTexts();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { name: '', email: '', phone: '' },
    autoFocus: 'name',
    validate: (values) => ({
      name: Object.values(values).some((value) => value.trim()) ? undefined : texts.nothingKnown,
    }),
    send: (values) => {
      const given = Object.entries(values).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : []));
      return api.contacts.create({ body: Object.fromEntries(given) });
    },
    toErrors: (error) => (isEmailRefused(error) ? { fields: { email: emailWrong } } : undefined),
    onSuccess: async (contact) => {
      onClose();
      cacheContact(queryClient, contact);
      await navigate({ to: '/contacts/$contactId', params: { contactId: contact.id } });
      await queryClient.invalidateQueries({ queryKey: ['contacts'] });
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <TextInput
          {...getInputProps('name')}
          label={texts.fields.name}
          maxLength={255}
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          {...getInputProps('email')}
          label={texts.fields.email}
          type="email"
          maxLength={254}
          autoComplete="off"
        />
        <TextInput
          {...getInputProps('phone')}
          label={texts.fields.phone}
          type="tel"
          maxLength={64}
          autoComplete="off"
        />
        <FormFailure>{failure}</FormFailure>
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <SubmitButton label={texts.create} busyLabel={saving} isPending={isPending} />
        </Group>
      </Stack>
    </form>
  );
}
