import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import type { Published, WidgetDraft } from './draft.tsx';
import { isSame, toPatch } from './patch.ts';
import { settingsQuery } from './queries.ts';

/** Publishes the draft; the notice offers to publish the previous state again. */
export function usePublish(draft: WidgetDraft) {
  const texts = useWidgetTexts();
  const explain = useExplain();
  const notify = useNotice();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ from, to }: { from: Published; to: Published; isUndo?: boolean }) => send(from, to),
    onSuccess: async (_, { from, to, isUndo }) => {
      await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey });
      draft.settle(to);
      notify({
        kind: 'done',
        text: isUndo ? texts.undone : texts.published,
        ...(!isUndo && { action: { label: texts.undo, run: () => mutate({ from: to, to: from, isUndo: true }) } }),
      });
    },
    // What was edited stays in the form.
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  const { saved, shown, phrases } = draft;
  return { publish: () => isPending || mutate({ from: saved, to: { shown, phrases } }), isPending };
}

async function send(from: Published, to: Published) {
  const patch = toPatch(from.shown, to.shown);
  if (Object.keys(patch).length) await api.widget.updateSettings({ body: patch });
  if (!isSame(from.phrases, to.phrases)) await api.widget.setQuickPhrases({ body: { quick_phrases: to.phrases } });
}
