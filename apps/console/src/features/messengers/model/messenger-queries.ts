import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';

export type Messenger = Awaited<ReturnType<typeof api.messengers.read>>;
export type Webhook = NonNullable<Messenger['webhook']>;
export type Health = Awaited<ReturnType<typeof api.messengers.readHealth>>;
export type Community = Awaited<ReturnType<typeof api.messengers.addCommunity>>;
export type Cabinet = Awaited<ReturnType<typeof api.messengers.readCabinet>>;

/** Everything of this page starts with it. */
export const MESSENGERS = ['messengers'];

/** The server looks after connections by itself: what it finds is to be seen without a reload. */
const CHECK_MS = 30_000;
/** While somebody waits for their first message. */
const WAIT_MS = 3_000;

export const messengersQuery = queryOptions({
  queryKey: [...MESSENGERS, 'list'],
  queryFn: async () => (await api.messengers.list()).data,
  refetchInterval: CHECK_MS,
});

export const messengerQuery = (provider: Messenger['provider']) =>
  queryOptions({
    queryKey: [...MESSENGERS, provider, 'one'],
    queryFn: () => api.messengers.read({ params: { provider } }),
    refetchInterval: CHECK_MS,
  });

export const healthQuery = (provider: Messenger['provider']) =>
  queryOptions({
    queryKey: [...MESSENGERS, provider, 'health'],
    queryFn: () => api.messengers.readHealth({ params: { provider } }),
    refetchInterval: ({ state }) => (state.data?.last_inbound_at ? CHECK_MS : WAIT_MS),
  });

export const communitiesQuery = queryOptions({
  queryKey: [...MESSENGERS, 'vk', 'communities'],
  queryFn: () => Array.fromAsync(api.messengers.listCommunities.each({ query: { limit: 100 } })),
  refetchInterval: CHECK_MS,
});

export const cabinetsQuery = queryOptions({
  queryKey: [...MESSENGERS, 'avito', 'cabinets'],
  queryFn: () => Array.fromAsync(api.messengers.listCabinets.each({ query: { limit: 100 } })),
  refetchInterval: CHECK_MS,
});
