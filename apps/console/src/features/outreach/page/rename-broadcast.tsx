import { Stack, TextInput } from '@mantine/core';
import { api } from '../../../data/api.ts';
import { useBroadcastsTexts } from '../../../locales/pages/broadcasts.ts';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { type Broadcast, useCacheBroadcast } from '../model/broadcast-queries.ts';

interface RenameBroadcastProps {
  broadcast: Broadcast;
  isOpen: boolean;
  onClose: () => void;
}

/** The name is the only thing that changes after the start. */
export function RenameBroadcast({ broadcast, isOpen, onClose }: RenameBroadcastProps) {
  const texts = useBroadcastsTexts();
  return (
    <Dialog title={texts.renameHeading} isOpen={isOpen} onClose={onClose}>
      <RenameForm broadcast={broadcast} onClose={onClose} />
    </Dialog>
  );
}

function RenameForm({ broadcast: { id, name }, onClose }: Omit<RenameBroadcastProps, 'isOpen'>) {
  const texts = useBroadcastsTexts();
  const cache = useCacheBroadcast();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { name },
    autoFocus: 'name',
    validate: (values) => ({ name: values.name.trim() ? undefined : texts.nameMissing }),
    send: (values) => api.broadcasts.update({ params: { id }, body: { name: values.name.trim() } }),
    onSuccess: (broadcast) => {
      void cache(broadcast);
      onClose();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <TextInput {...getInputProps('name')} label={texts.name} maxLength={255} autoComplete="off" data-autofocus />
        <FormActions label={texts.saveName} isPending={isPending} failure={failure} onCancel={onClose} />
      </Stack>
    </form>
  );
}
