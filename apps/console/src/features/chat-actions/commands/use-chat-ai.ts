import type { Chat } from '@parley/live';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useSession } from '../../../data/session.ts';
import { useHasAi } from '../../../entities/agent/use-agents.ts';
import { type ChatAi, chatAiQuery } from '../../../entities/chat/ai/ai-queries.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { useExplainRefusal } from './explain-refusal.ts';

/** Whether the AI answers in a chat and why not, and a function to switch it. */
export function useChatAi(chat: Chat) {
  const { id, contact_id } = chat;
  const queryClient = useQueryClient();
  const notify = useNotice();
  const explain = useExplainRefusal();
  const me = useSession().agent.id;
  const query = chatAiQuery(chat);
  const { queryKey } = query;
  const { data } = useQuery({ ...query, enabled: useHasAi() && contact_id !== null });
  const { mutate } = useMutation({
    mutationFn: (enabled: boolean) => api.chats.setAi({ params: { id }, body: { enabled } }),
    onMutate: async (enabled) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey) ?? data;
      if (before) queryClient.setQueryData(queryKey, switched(before, { enabled, agentId: me }));
      return { before, queryKey };
    },
    onSuccess: (state, _enabled, { queryKey }) => queryClient.setQueryData(queryKey, state),
    onError: (error, _enabled, context) => {
      if (context) queryClient.setQueryData(context.queryKey, context.before);
      notify({ kind: 'failed', text: explain(error) });
    },
  });
  return { ai: data, isKnown: data !== undefined, isOn: data?.ai_enabled, set: mutate };
}

/** As the server will answer. Reasons that concern more than this chat stay. */
function switched(ai: ChatAi, { enabled, agentId }: { enabled: boolean; agentId: number }): ChatAi {
  const { silence } = ai;
  const isOfChat = silence === null || silence === 'paused' || silence === 'person' || silence === 'handed_over';
  return {
    ...ai,
    ai_enabled: enabled,
    paused_by: enabled ? null : agentId,
    owner: 'human',
    silence: isOfChat ? (enabled ? null : 'paused') : silence,
  };
}
