import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { sessionQuery } from '../../../data/session.ts';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { accessQuery, sitesQuery } from '../model/queries.ts';

/** Replaces the allowed domains. They apply at once; after a removal the notice can undo it. */
export function useDomains() {
  const queryClient = useQueryClient();
  const explain = useExplain();
  const notify = useNotice();
  const { install: texts, undo } = useWidgetTexts();
  const { mutate, isPending } = useMutation({
    mutationFn: (domains: string[]) => api.widgetAccess.update({ body: { domains } }),
    onMutate: () => queryClient.getQueryData(accessQuery.queryKey)?.domains ?? [],
    onSuccess: (access, domains, before) => {
      const [removed] = before.filter((domain) => !domains.includes(domain));
      if (removed) {
        const text = domains.length ? texts.removed(removed) : texts.nowOpen;
        notify({ kind: 'done', text, action: { label: undo, run: () => mutate(before) } });
      }
      queryClient.setQueryData(accessQuery.queryKey, access);
      void queryClient.invalidateQueries({ queryKey: sitesQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return { mutate, isPending };
}
