import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../data/api.ts';
import { CALM_MS, LIST_MS } from './polling.ts';
import type { Send, SendKind } from './send.ts';

export type Recipient = Awaited<ReturnType<typeof api.broadcasts.listRecipients>>['data'][number];

export const PAGE = 25;

export const listKey = (kind: SendKind) => [kind, 'list'];
export const oneKey = (kind: SendKind, id: number) => [kind, 'one', id];
const recipientsKey = (kind: SendKind, id: number) => [kind, 'recipients', id];

const isActive = ({ status }: Pick<Send, 'status'>) => status === 'running' || status === 'scheduled';

/** How often a list is read again. */
export const listPolling = (pages: { data: Send[] }[] | undefined) =>
  pages?.some(({ data }) => data.some(isActive)) ? LIST_MS : CALM_MS;

export const recipientsQuery = (kind: SendKind, id: number, state: Recipient['state'] | undefined) =>
  infiniteQueryOptions({
    queryKey: [...recipientsKey(kind, id), state],
    queryFn: ({ pageParam: cursor, signal }) =>
      api[kind].listRecipients({
        params: { id },
        query: { limit: PAGE, ...(state && { state }), ...(cursor && { cursor }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** Reads the recipients again, in whichever state. */
export function useRefreshRecipients(kind: SendKind, id: number) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: recipientsKey(kind, id) });
}

/** Takes over a changed send, and reads the lists again. */
export function useCacheSend(kind: SendKind) {
  const queryClient = useQueryClient();
  return async (send: Send) => {
    queryClient.setQueryData(oneKey(kind, send.id), send);
    await queryClient.invalidateQueries({ queryKey: listKey(kind) });
  };
}

/** Forgets a deleted send. */
export function useForgetSend(kind: SendKind) {
  const queryClient = useQueryClient();
  return async (id: number) => {
    queryClient.removeQueries({ queryKey: oneKey(kind, id) });
    await queryClient.invalidateQueries({ queryKey: listKey(kind) });
  };
}
