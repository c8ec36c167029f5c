import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useProfileTexts } from '../../../locales/pages/profile.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';

/** Newest first. One page is enough: all others can be ended together. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: () => api.session.list({ query: { limit: 100 } }),
});

export type OwnSession = Awaited<ReturnType<typeof api.session.list>>['data'][number];

const { queryKey } = devicesQuery;

/** Ends one session or all others, optimistically. */
export function useEndSession() {
  const queryClient = useQueryClient();
  const texts = useProfileTexts();
  const explain = useExplain();
  const notify = useNotice();
  const { mutate } = useMutation({
    mutationFn: (which: string) =>
      which === 'others'
        ? api.session.removeAll({ query: { others: 1 } })
        : api.session.removeOne({ params: { id: which } }),
    onMutate: async (which) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      const stays = ({ id, current }: OwnSession) => (which === 'others' ? current : id !== which);
      if (before) queryClient.setQueryData(queryKey, { ...before, data: before.data.filter(stays) });
      return before;
    },
    onSuccess: (_answer, which) => {
      if (which === 'others') notify({ kind: 'done', text: texts.othersEnded });
    },
    onError: (error, _which, before) => {
      if (before) queryClient.setQueryData(queryKey, before);
      notify({ kind: 'failed', text: explain(error) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return mutate;
}
