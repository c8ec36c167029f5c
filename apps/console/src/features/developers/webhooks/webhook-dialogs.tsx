import { Checkbox, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useDevelopersTexts } from '../../../locales/pages/developers.ts';
import { useWebhooksTexts } from '../../../locales/pages/webhooks.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { SecretDialog } from '../../../ui/form/secret-dialog.tsx';
import { useWebhookRefresh } from './use-webhook-changes.ts';
import { type Webhook, webhookQuery, webhooksQuery } from './webhook-queries.ts';

export interface WebhookDialogProps {
  webhook: Webhook;
  isOpen: boolean;
  onClose: () => void;
}

export function PauseWebhook({ webhook: { id }, isOpen, onClose }: WebhookDialogProps) {
  const texts = useWebhooksTexts();
  const notify = useNotice();
  const refresh = useWebhookRefresh(id);
  return (
    <ConfirmDialog
      title={texts.pauseQuestion}
      label={texts.pause}
      isDangerous={false}
      isOpen={isOpen}
      onClose={onClose}
      send={() => api.webhooks.update({ params: { id }, body: { is_active: false } })}
      onDone={() => {
        notify({ kind: 'done', text: texts.pausedDone });
        void refresh();
      }}
    >
      <Text>{texts.pauseLead}</Text>
    </ConfirmDialog>
  );
}

/** Shows the new secret once. */
export function RotateSecret({ webhook: { id }, isOpen, onClose }: WebhookDialogProps) {
  const texts = useWebhooksTexts();
  const { secret: secretTexts } = useDevelopersTexts();
  const [secret, setSecret] = useState<string>();
  const [grace, setGrace] = useState(false);
  const rotate = async () => {
    // Not returned: the result of a mutation stays in the cache.
    setSecret((await api.webhooks.rotateSecret({ params: { id }, body: { grace } })).secret);
  };
  const close = () => {
    setGrace(false);
    onClose();
  };
  return (
    <>
      <ConfirmDialog
        title={texts.rotateQuestion}
        label={texts.rotateConfirm}
        isOpen={isOpen}
        onClose={close}
        send={rotate}
      >
        <Stack gap="md">
          <Text>{grace ? texts.rotateGraceLead : texts.rotateLead}</Text>
          <Checkbox
            checked={grace}
            onChange={(event) => setGrace(event.currentTarget.checked)}
            label={texts.rotateGrace}
            description={texts.rotateGraceNote}
          />
        </Stack>
      </ConfirmDialog>
      <SecretDialog
        title={texts.secretTitle}
        lead={secretTexts.once}
        label={texts.secretLabel}
        done={secretTexts.done}
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    </>
  );
}

export function DeleteWebhook({ webhook: { id }, isOpen, onClose }: WebhookDialogProps) {
  const texts = useWebhooksTexts();
  const notify = useNotice();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const finish = async () => {
    notify({ kind: 'done', text: texts.deleted });
    await navigate({ to: '/settings/developers/webhooks', replace: true });
    queryClient.removeQueries({ queryKey: webhookQuery(id).queryKey });
    await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  };
  return (
    <ConfirmDialog
      title={texts.deleteQuestion}
      label={texts.deleteConfirm}
      isOpen={isOpen}
      onClose={onClose}
      send={() => api.webhooks.remove({ params: { id } })}
      onDone={() => void finish()}
    >
      <Text>{texts.deleteLead}</Text>
    </ConfirmDialog>
  );
}
