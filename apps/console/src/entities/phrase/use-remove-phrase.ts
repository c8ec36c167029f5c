import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { useTexts } from '../../locales/locale.tsx';
import { useExplain } from '../../ui/feedback/explain.ts';
import { useNotice } from '../../ui/feedback/notice.tsx';
import { type Phrase, phrasesQuery } from './phrases.ts';

/** Deletes a phrase, and offers undo. */
export function useRemovePhrase() {
  const { composer: texts } = useTexts();
  const explain = useExplain();
  const notify = useNotice();
  const queryClient = useQueryClient();
  const { queryKey } = phrasesQuery;
  const options = {
    onError: (error: Error) => notify({ kind: 'failed', text: explain(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  };
  const restoring = useMutation({
    ...options,
    mutationFn: ({ id: _, ...phrase }: Phrase) => api.quickPhrases.create({ body: phrase }),
  });
  const removing = useMutation({
    ...options,
    mutationFn: ({ id }: Phrase) => api.quickPhrases.remove({ params: { id } }),
    onMutate: async (phrase) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (known) => known?.filter(({ id }) => id !== phrase.id));
    },
    onSuccess: (_, phrase) => {
      const undo = { label: texts.undo, run: () => restoring.mutate(phrase) };
      notify({ kind: 'done', text: texts.removed(phrase.name), action: undo });
    },
  });
  return removing.mutate;
}
