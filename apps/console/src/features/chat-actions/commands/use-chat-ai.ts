import type { Chat } from '@parley/live';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useHasAi } from '../../../entities/agent/use-agents.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { useExplainRefusal } from './explain-refusal.ts';

const chatAiQuery = (id: number) =>
  queryOptions({
    queryKey: ['chat-ai', id],
    queryFn: ({ signal }) => api.chats.readAi({ params: { id }, signal }),
  });

/** Whether the AI answers in a chat, and a function to switch it. */
export function useChatAi({ id, contact_id }: Chat) {
  const queryClient = useQueryClient();
  const notify = useNotice();
  const explain = useExplainRefusal();
  const query = chatAiQuery(id);
  const { queryKey } = query;
  const { data } = useQuery({ ...query, enabled: useHasAi() && contact_id !== null });
  const { mutate } = useMutation({
    mutationFn: (enabled: boolean) => api.chats.setAi({ params: { id }, body: { enabled } }),
    onMutate: async (enabled) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before) queryClient.setQueryData(queryKey, { ...before, ai_enabled: enabled });
      return before;
    },
    onSuccess: (state) => queryClient.setQueryData(queryKey, state),
    onError: (error, _enabled, before) => {
      queryClient.setQueryData(queryKey, before);
      notify({ kind: 'failed', text: explain(error) });
    },
  });
  return { isKnown: data !== undefined, isOn: data?.ai_enabled, set: mutate };
}
