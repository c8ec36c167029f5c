import type { Chat } from '@parley/live';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { useExplainDeed } from './explain-refusal.ts';

/** Gives what was said in a chat as a file. */
export function useChatFile({ id }: Chat) {
  const { chatActions: texts } = useTexts();
  const notify = useNotice();
  const explain = useExplainDeed();
  const { mutate } = useMutation({
    mutationFn: () => api.chats.transcript({ params: { id } }),
    onSuccess: (text) => save(texts.transcriptFile(id), text),
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return () => mutate();
}

function save(name: string, text: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
