import { Group, Stack, Text, TextInput } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { useDeliveriesTexts } from '../../../locales/pages/deliveries.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/layout/dialog.tsx';

interface ReplayDialogProps {
  texts: { replayLead: string; tooMany: string; replayed: (count: number) => string };
  send: (period: { from: string; to: string }) => Promise<{ deliveries: number }>;
  onSent: () => void;
  isOpen: boolean;
  onClose: () => void;
}

/** Sends what was logged in a period again. */
export function ReplayDialog({ isOpen, onClose, ...props }: ReplayDialogProps) {
  const { replayHeading } = useDeliveriesTexts();
  return (
    <Dialog title={replayHeading} isOpen={isOpen} onClose={onClose}>
      <ReplayForm {...props} onClose={onClose} />
    </Dialog>
  );
}

const HOUR_MS = 3_600_000;

/** The value of a `datetime-local` field, in the browser's time zone. */
function toFieldValue(ms: number) {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 16);
}

/** Mounted on each opening of the dialog: the last hour is a good guess after an outage. */
function ReplayForm({ texts: own, send, onSent, onClose }: Omit<ReplayDialogProps, 'isOpen'>) {
  const texts = useDeliveriesTexts();
  const notify = useNotice();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { from: toFieldValue(Date.now() - HOUR_MS), to: toFieldValue(Date.now()) },
    autoFocus: 'from',
    validate: ({ from, to }) => ({
      from: from && to ? undefined : texts.periodMissing,
      to: from && to && from >= to ? texts.periodReversed : undefined,
    }),
    send: ({ from, to }) => send({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }),
    toErrors: (error) =>
      error instanceof ParleyProblem && error.errors?.to ? { fields: { to: own.tooMany } } : undefined,
    onSuccess: ({ deliveries }) => {
      notify({ kind: 'done', text: own.replayed(deliveries) });
      onClose();
      onSent();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{own.replayLead}</Text>
        <Group grow align="start">
          <TextInput {...getInputProps('from')} type="datetime-local" label={texts.from} />
          <TextInput {...getInputProps('to')} type="datetime-local" label={texts.to} />
        </Group>
        <FormActions label={texts.replaySubmit} isPending={isPending} failure={failure} onCancel={onClose} />
      </Stack>
    </form>
  );
}
