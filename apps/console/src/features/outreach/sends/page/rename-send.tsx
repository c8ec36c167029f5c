import { Stack, TextInput } from '@mantine/core';
import { api } from '../../../../data/api.ts';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { FormActions } from '../../../../ui/form/form-actions.tsx';
import { useForm } from '../../../../ui/form/use-form.ts';
import { Dialog } from '../../../../ui/layout/dialog.tsx';
import type { Send, SendKind } from '../model/send.ts';
import { useCacheSend } from '../model/send-queries.ts';
import { useKindTexts } from '../model/use-kind-texts.ts';

interface RenameSendProps {
  kind: SendKind;
  send: Pick<Send, 'id' | 'name'>;
  isOpen: boolean;
  onClose: () => void;
}

/** The name is the only thing that changes after the start. */
export function RenameSend({ isOpen, ...props }: RenameSendProps) {
  const texts = useKindTexts(props.kind);
  return (
    <Dialog title={texts.renameHeading} isOpen={isOpen} onClose={props.onClose}>
      <RenameForm {...props} />
    </Dialog>
  );
}

function RenameForm({ kind, send: { id, name }, onClose }: Omit<RenameSendProps, 'isOpen'>) {
  const texts = useSendsTexts();
  const cache = useCacheSend(kind);
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { name },
    autoFocus: 'name',
    validate: (values) => ({ name: values.name.trim() ? undefined : texts.nameMissing }),
    send: (values): Promise<Send> => api[kind].update({ params: { id }, body: { name: values.name.trim() } }),
    onSuccess: (renamed) => {
      void cache(renamed);
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
