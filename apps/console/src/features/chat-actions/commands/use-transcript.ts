import type { Chat } from '@parley/live';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { useExplainRefusal } from './explain-refusal.ts';

/** Downloads the transcript of a chat. */
export function useTranscript({ id }: Chat) {
  const { chatActions: texts } = useTexts();
  const notify = useNotice();
  const explain = useExplainRefusal();
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
