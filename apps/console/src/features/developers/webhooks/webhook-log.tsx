import { Select } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../data/api.ts';
import { useDeliveriesTexts } from '../../../locales/pages/deliveries.ts';
import { useWebhooksTexts } from '../../../locales/pages/webhooks.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { DeliveryLog } from '../deliveries/delivery-log.tsx';
import {
  deliveriesQuery,
  healthQuery,
  type LogFilter,
  toLogged,
  type Webhook,
  webhookQuery,
} from './webhook-queries.ts';

const TEST_EVENT = 'webhook.test';

export function WebhookLog({ webhook: { id, events, is_active } }: { webhook: Webhook }) {
  const texts = useWebhooksTexts();
  const [filter, setFilter] = useState<LogFilter>({ status: null, event_type: null });
  const query = useInfiniteQuery(deliveriesQuery(id, filter));
  const redeliver = useRedelivery(id);
  useHealthRefresh(query.data?.pages[0]?.data[0]);
  return (
    <DeliveryLog
      query={query}
      deliveriesOf={({ data }) => data.map(toLogged)}
      status={filter.status}
      onStatus={(status) => setFilter({ ...filter, status })}
      isFiltered={filter.status !== null || filter.event_type !== null}
      emptyLead={texts.emptyLog}
      {...(is_active && { onRedeliver: redeliver })}
      filters={(className) => (
        <Select
          aria-label={texts.eventType}
          placeholder={texts.allEvents}
          data={[...events, TEST_EVENT]}
          value={filter.event_type}
          onChange={(event_type) => setFilter({ ...filter, event_type })}
          clearable
          className={className}
        />
      )}
    />
  );
}

/** Health follows the log: what has ended there is counted. */
function useHealthRefresh(newest: { delivery_id: string; status: string; attempts: unknown[] } | undefined) {
  const queryClient = useQueryClient();
  const outcome = newest && `${newest.delivery_id} ${newest.status} ${newest.attempts.length}`;
  useEffect(() => {
    if (outcome) void queryClient.invalidateQueries({ queryKey: healthQuery.queryKey });
  }, [queryClient, outcome]);
}

function useRedelivery(id: number) {
  const texts = useDeliveriesTexts();
  const notify = useNotice();
  const explain = useExplain();
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (delivery_id: string) => api.webhooks.redeliver({ params: { id }, body: { delivery_id } }),
    onSuccess: () => {
      notify({ kind: 'done', text: texts.redelivered });
      return queryClient.invalidateQueries({ queryKey: webhookQuery(id).queryKey });
    },
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return mutate;
}
