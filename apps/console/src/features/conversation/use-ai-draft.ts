import type { Message } from '@parley/live';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { useLiveConnection } from '../../data/live/live.tsx';
import { isDraftUsed } from '../../entities/chat/ai/is-draft-used.ts';
import { useChatAiTexts } from '../../locales/pages/chat-ai.ts';
import { useExplain } from '../../ui/feedback/explain.ts';
import { useNotice } from '../../ui/feedback/notice.tsx';

/** Sends or discards a draft of the AI. It leaves the chat then, also if somebody else was faster. */
export function useAiDraft({ id, chat_id }: Pick<Message, 'id' | 'chat_id'>) {
  const live = useLiveConnection();
  const notify = useNotice();
  const explain = useExplain();
  const texts = useChatAiTexts();
  const params = { id: chat_id, message_id: id };
  const leave = () => live.removeDraft(chat_id, id);
  const { mutate, isPending } = useMutation<unknown, Error, 'send' | 'discard'>({
    mutationFn: (use) =>
      use === 'send' ? api.chats.sendDraft({ params, body: {} }) : api.chats.removeDraft({ params }),
    onSuccess: leave,
    onError(error) {
      const isUsed = isDraftUsed(error);
      if (isUsed) leave();
      notify({ kind: 'failed', text: isUsed ? texts.draftUsed : explain(error) });
    },
  });
  const start = (use: 'send' | 'discard') => () => void (isPending || mutate(use));
  return { send: start('send'), discard: start('discard'), isBusy: isPending };
}
