import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../../data/api.ts';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { useExplain } from '../../../../ui/feedback/explain.ts';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { type Send, type SendKind, sendPaths } from '../model/send.ts';
import { useCacheSend } from '../model/send-queries.ts';

/** Copies a send as a draft, and opens it. */
export function useCopySend(kind: SendKind, id: number) {
  const texts = useSendsTexts();
  const explain = useExplain();
  const notify = useNotice();
  const navigate = useNavigate();
  const cache = useCacheSend(kind);
  const { mutate, isPending } = useMutation({
    mutationFn: (): Promise<Send> => api[kind].copy({ params: { id } }),
    onSuccess: async (copy) => {
      await cache(copy);
      await navigate({ to: sendPaths[kind], params: { id: copy.id } });
      notify({ kind: 'done', text: texts.copied });
    },
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return { run: () => isPending || mutate(), isPending };
}
