import { Group, Stack, Text, TextInput } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { api } from '../../../data/api.ts';
import { useWebhooksTexts } from '../../../locales/pages/webhooks.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { useWebhookRefresh } from './use-webhook-changes.ts';
import type { WebhookDialogProps } from './webhook-dialogs.tsx';

/** Sends the events of a period again. */
export function ReplayDialog({ webhook, isOpen, onClose }: WebhookDialogProps) {
  const texts = useWebhooksTexts();
  return (
    <Dialog title={texts.replayHeading} isOpen={isOpen} onClose={onClose}>
      <ReplayForm id={webhook.id} onClose={onClose} />
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
function ReplayForm({ id, onClose }: { id: number; onClose: () => void }) {
  const texts = useWebhooksTexts();
  const notify = useNotice();
  const refresh = useWebhookRefresh(id);
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { from: toFieldValue(Date.now() - HOUR_MS), to: toFieldValue(Date.now()) },
    autoFocus: 'from',
    validate: ({ from, to }) => ({
      from: from && to ? undefined : texts.periodMissing,
      to: from && to && from >= to ? texts.periodReversed : undefined,
    }),
    send: ({ from, to }) =>
      api.webhooks.replay({
        params: { id },
        body: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      }),
    toErrors: (error) =>
      error instanceof ParleyProblem && error.errors?.to ? { fields: { to: texts.tooMany } } : undefined,
    onSuccess: ({ deliveries }) => {
      notify({ kind: 'done', text: texts.replayed(deliveries) });
      onClose();
      void refresh();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{texts.replayLead}</Text>
        <Group grow align="start">
          <TextInput {...getInputProps('from')} type="datetime-local" label={texts.from} />
          <TextInput {...getInputProps('to')} type="datetime-local" label={texts.to} />
        </Group>
        <FormActions label={texts.replaySubmit} isPending={isPending} failure={failure} onCancel={onClose} />
      </Stack>
    </form>
  );
}
