import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../data/api.ts';
import { useBroadcastsTexts } from '../../../locales/pages/broadcasts.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { type Broadcast, useCacheBroadcast } from '../model/broadcast-queries.ts';

/** Copies a broadcast as a draft, and opens it. */
export function useCopyBroadcast({ id }: Pick<Broadcast, 'id'>) {
  const texts = useBroadcastsTexts();
  const explain = useExplain();
  const notify = useNotice();
  const navigate = useNavigate();
  const cache = useCacheBroadcast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.broadcasts.copy({ params: { id } }),
    onSuccess: async (copy) => {
      await cache(copy);
      await navigate({ to: '/outreach/broadcasts/$id', params: { id: copy.id } });
      notify({ kind: 'done', text: texts.copied });
    },
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return { run: () => isPending || mutate(), isPending };
}
