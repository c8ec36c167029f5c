import type { Message } from '@parley/live';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useChangeFailure } from './use-change-failure.ts';
import type { ShowMessage } from './use-shown-message.ts';

interface OpenEditor {
  text: string;
  failure?: string;
}

/** Edits a message: the new text shows at once, and comes back into the editor when the messenger refuses it. */
export function useMessageEdit({ id, chat_id, body }: Message, channel: string, onShow: ShowMessage) {
  const explain = useChangeFailure(channel);
  const [editor, setEditor] = useState<OpenEditor>();
  const { mutate } = useMutation({
    scope: { id: `message ${id}` },
    mutationFn: (text: string) => api.messages.edit({ params: { id: chat_id, message_id: id }, body: { body: text } }),
    onMutate: (text) => onShow({ body: text, markdown: null, edited_at: new Date().toISOString() }),
    onError: (error, text) => {
      onShow(undefined);
      setEditor({ text, failure: explain(error) });
    },
  });
  return {
    editor,
    open: () => setEditor({ text: body ?? '' }),
    close: () => setEditor(undefined),
    save: (text: string) => {
      setEditor(undefined);
      if (text !== body) mutate(text);
    },
  };
}
