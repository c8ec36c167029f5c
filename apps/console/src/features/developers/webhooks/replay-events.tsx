import { api } from '../../../data/api.ts';
import { useWebhooksTexts } from '../../../locales/pages/webhooks.ts';
import { ReplayDialog } from '../deliveries/replay-dialog.tsx';
import { useWebhookRefresh } from './use-webhook-changes.ts';
import type { WebhookDialogProps } from './webhook-dialogs.tsx';

/** Sends the events of a period again. */
export function ReplayEvents({ webhook: { id }, isOpen, onClose }: WebhookDialogProps) {
  const refresh = useWebhookRefresh(id);
  return (
    <ReplayDialog
      texts={useWebhooksTexts()}
      send={(body) => api.webhooks.replay({ params: { id }, body })}
      onSent={() => void refresh()}
      isOpen={isOpen}
      onClose={onClose}
    />
  );
}
