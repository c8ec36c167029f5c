import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { sessionQuery } from '../../data/session.ts';
import { useExplain } from '../../ui/feedback/explain.ts';
import { useNotice } from '../../ui/feedback/notice.tsx';

export const accountQuery = queryOptions({ queryKey: ['account'], queryFn: () => api.account.read() });

export type AccountProfile = Awaited<ReturnType<typeof api.account.read>>;

type AccountChanges = Parameters<typeof api.account.update>[0]['body'];

const { queryKey } = accountQuery;

/** Shows the stored account, and the session that has parts of it. */
export function useCacheAccount() {
  const queryClient = useQueryClient();
  return (account: AccountProfile) => {
    queryClient.setQueryData(queryKey, account);
    return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
}

/** Saves a single choice at once. If the server refuses it, the change is reverted with a notice. */
export function useAccountChoice() {
  const queryClient = useQueryClient();
  const cache = useCacheAccount();
  const explain = useExplain();
  const notify = useNotice();
  const { mutate } = useMutation({
    scope: { id: 'account' },
    mutationFn: (body: AccountChanges) => api.account.update({ body }),
    onMutate: (changes) => {
      const before = queryClient.getQueryData(queryKey);
      if (before) queryClient.setQueryData(queryKey, { ...before, ...changes });
      return before;
    },
    onSuccess: (account) => cache(account),
    onError: (error, _changes, before) => {
      notify({ kind: 'failed', text: explain(error) });
      queryClient.setQueryData(queryKey, before);
    },
  });
  return mutate;
}
