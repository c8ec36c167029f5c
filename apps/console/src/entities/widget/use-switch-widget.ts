import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../data/api.ts';
import { sessionQuery } from '../../data/session.ts';
import { useExplain } from '../../ui/feedback/explain.ts';
import { useNotice } from '../../ui/feedback/notice.tsx';

/**
 * Switches the widget and goes to its home page, because open pages belong to the previous widget. Leaves the page first:
 * one with unpublished changes may ask, and the answer may be no.
 */
export function useSwitchWidget() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const explain = useExplain();
  const notify = useNotice();
  const { mutate } = useMutation({
    mutationFn: (widgetId: number) => api.session.update({ body: { widget_id: widgetId } }),
    onSuccess: (session) => {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
      queryClient.setQueryData(sessionQuery.queryKey, session);
    },
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return async (widgetId: number) => {
    await navigate({ to: '/' });
    mutate(widgetId);
  };
}
