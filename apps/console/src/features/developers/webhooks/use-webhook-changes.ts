import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useWebhooksTexts } from '../../../locales/pages/webhooks.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { healthQuery, type Webhook, webhookQuery, webhooksQuery } from './webhook-queries.ts';

/** What can be done to a webhook without asking again. */
export function useWebhookChanges({ id }: Webhook) {
  const texts = useWebhooksTexts();
  const notify = useNotice();
  const explain = useExplain();
  const refresh = useWebhookRefresh(id);
  const fail = (error: Error) => notify({ kind: 'failed', text: explain(error) });
  const params = { id };
  const sendTest = useMutation({
    mutationFn: () => api.webhooks.test({ params }),
    onSuccess: () => {
      notify({ kind: 'done', text: texts.testSent });
      return refresh();
    },
    onError: fail,
  });
  const resume = useMutation({
    mutationFn: () => api.webhooks.update({ params, body: { is_active: true } }),
    onSuccess: () => {
      notify({ kind: 'done', text: texts.resumedDone });
      return refresh();
    },
    onError: fail,
  });
  return { sendTest, resume };
}

/** Reads the webhook, its log, its health and the list again. */
export function useWebhookRefresh(id: number) {
  const queryClient = useQueryClient();
  return async () => {
    const keys = [webhookQuery(id).queryKey, webhooksQuery.queryKey, healthQuery.queryKey];
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
}
