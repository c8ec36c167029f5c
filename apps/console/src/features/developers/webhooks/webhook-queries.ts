import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { type LoggedDelivery, pollingOf } from '../deliveries/logged-delivery.ts';

export type Webhook = Awaited<ReturnType<typeof api.webhooks.read>>;
type Delivery = Awaited<ReturnType<typeof api.webhooks.listDeliveries>>['data'][number];
export type EventName = Parameters<typeof api.webhooks.create>[0]['body']['events'][number];
export type WebhookHour = Awaited<ReturnType<typeof api.webhooks.listHealth>>['data'][number];

const KEY = ['webhooks'];

export const webhooksQuery = queryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: () => Array.fromAsync(api.webhooks.list.each({ query: { limit: 100 } })),
});

export const webhookQuery = (id: number) =>
  queryOptions({ queryKey: [...KEY, id], queryFn: () => api.webhooks.read({ params: { id } }) });

/** Changes with a release of the server. */
export const eventTypesQuery = queryOptions({
  queryKey: ['webhook-events'],
  queryFn: async () => (await api.webhooks.listEventTypes()).data,
  staleTime: Number.POSITIVE_INFINITY,
});

const HEALTH_MS = 60_000;

export const healthQuery = queryOptions({
  queryKey: ['webhook-health'],
  queryFn: async () => (await api.webhooks.listHealth()).data,
  refetchInterval: HEALTH_MS,
});

export interface LogFilter {
  status: string | null;
  event_type: string | null;
}

type LogQuery = NonNullable<Parameters<typeof api.webhooks.listDeliveries>[0]['query']>;

export const deliveriesQuery = (id: number, { status, event_type }: LogFilter) =>
  infiniteQueryOptions({
    queryKey: [...KEY, id, 'deliveries', status, event_type],
    queryFn: ({ pageParam }) => {
      const filter = { ...(status && { status }), ...(event_type && { event_type }) } as LogQuery;
      return api.webhooks.listDeliveries({ params: { id }, query: { ...filter, limit: 25, cursor: pageParam } });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) => pollingOf(state.data?.pages.flatMap(({ data }) => data) ?? []),
  });

export const toLogged = (delivery: Delivery): LoggedDelivery => ({
  ...delivery,
  id: delivery.delivery_id,
  title: delivery.event_type,
  isRedeliverable: delivery.is_redeliverable,
  repeats: delivery.redelivery_of,
  repeatedAs: delivery.redelivered_as,
});
