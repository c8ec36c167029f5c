import { ParleyProblem } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useLiveConnection } from '../../../data/live/live.tsx';
import { useTexts } from '../../../locales/locale.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import type { ChatUpdate } from './chat-updates.ts';
import { useExplainRefusal } from './explain-refusal.ts';

interface UpdateNotice {
  /** Shown on success. */
  text?: string;
  /** Offered in the notice. */
  undo?: ChatUpdate;
}

/** Runs an optimistic update, and reverts it if the server refuses. Resolves to whether it succeeded. */
export function useChatUpdate() {
  const live = useLiveConnection();
  const notify = useNotice();
  const explain = useExplainRefusal();
  const { chatActions: texts } = useTexts();

  /** On a conflict, loads what the other agent did. */
  const refresh = async (error: Error, chatId: number) => {
    if (!(error instanceof ParleyProblem && error.status === 409)) return undefined;
    const chat = await api.chats.read({ params: { id: chatId } }).catch(() => undefined);
    if (chat) live.load([chat]);
    return chat;
  };

  const { mutateAsync } = useMutation({
    mutationFn: ({ send }: ChatUpdate & UpdateNotice) => send(),
    onMutate: ({ chatId, optimistic }) => live.updateOptimistically(chatId, optimistic),
    onSuccess: (chat, { text, undo }, revert) => {
      live.load([chat]);
      revert();
      const action = undo && { label: texts.undo, run: () => void run(undo) };
      if (text) notify({ kind: 'done', text, ...(action && { action }) });
    },
    onError: async (error, { chatId }, revert) => {
      revert?.();
      const chat = await refresh(error, chatId);
      notify({ kind: 'failed', text: explain(error, chat?.agent_id) });
    },
  });

  const run = (update: ChatUpdate, notice: UpdateNotice = {}) =>
    mutateAsync({ ...update, ...notice }).then(
      () => true,
      () => false,
    );
  return run;
}
