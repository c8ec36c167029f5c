import { ParleyProblem } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useDesk } from '../../../data/live/live.tsx';
import { useTexts } from '../../../locales/locale.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import type { Deed } from './chat-updates.ts';
import { useExplainDeed } from './explain-refusal.ts';

interface Saying {
  /** Said when it is done. */
  said?: string;
  /** Offered with that. */
  undo?: Deed;
}

/** Does something to a chat: shows it at once, and takes it back if the server refuses. Says whether it was done. */
export function useDeed() {
  const desk = useDesk();
  const notify = useNotice();
  const explain = useExplainDeed();
  const { chatActions: texts } = useTexts();

  /** Somebody else was faster: what they did is shown with the words that say so. */
  const refresh = async (error: Error, chatId: number) => {
    if (!(error instanceof ParleyProblem && error.status === 409)) return undefined;
    const chat = await api.chats.read({ params: { id: chatId } }).catch(() => undefined);
    if (chat) desk.load([chat]);
    return chat;
  };

  const { mutateAsync } = useMutation({
    mutationFn: ({ send }: Deed & Saying) => send(),
    onMutate: ({ chatId, shown }) => desk.expect(chatId, shown),
    onSuccess: (chat, { said, undo }, takeBack) => {
      desk.load([chat]);
      takeBack();
      const action = undo && { label: texts.undo, run: () => void run(undo) };
      if (said) notify({ kind: 'done', text: said, ...(action && { action }) });
    },
    onError: async (error, { chatId }, takeBack) => {
      takeBack?.();
      const chat = await refresh(error, chatId);
      notify({ kind: 'failed', text: explain(error, chat?.agent_id) });
    },
  });

  const run = (deed: Deed, saying: Saying = {}) =>
    mutateAsync({ ...deed, ...saying }).then(
      () => true,
      () => false,
    );
  return run;
}
