import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type UndoableAction } from '../../../data/api.ts';
import { useLiveConnection } from '../../../data/live/live.tsx';
import { useAgentName } from '../../../entities/agent/use-agent-name.ts';
import { tagsQuery } from '../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useBulkTexts } from '../../../locales/pages/bulk.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import type { Selection } from './use-selection.ts';

type BulkBody = Parameters<typeof api.chats.bulk>[0]['body'];
type BulkAction = Omit<BulkBody, 'ids' | 'action'> & { action: UndoableAction };

/** Runs an action on the selected chats, and offers to undo it. */
export function useBulk({ chats, clear }: Selection) {
  const texts = useBulkTexts();
  const { undo } = useTexts().chatActions;
  const nameOf = useAgentName();
  const live = useLiveConnection();
  const queryClient = useQueryClient();
  const explain = useExplain();
  const notify = useNotice();
  const onError = (error: Error) => notify({ kind: 'failed', text: explain(error) });

  const { mutate: takeBack } = useMutation({
    mutationFn: (body: Pick<BulkBody, 'ids' | 'undone'>) => api.chats.bulk({ body: { ...body, action: 'undo' } }),
    onSuccess(changed) {
      live.load(changed);
      notify({ kind: 'done', text: texts.undone });
    },
    onError,
  });

  const { mutate } = useMutation({
    mutationFn: (body: BulkAction) => api.chats.bulk({ body: { ...body, ids: chats.map(({ id }) => id) } }),
    onSuccess(changed, { action, agent_id }) {
      live.load(changed);
      clear();
      if (action === 'tag') void queryClient.invalidateQueries(tagsQuery);
      // Chats that the action left as they were must stay so.
      const versions = new Map(chats.map(({ id, version }) => [id, version]));
      const ids = changed.flatMap(({ id, version }) => (version === versions.get(id) ? [] : id));
      notify({
        kind: 'done',
        text: texts.said[action](changed.length, nameOf(agent_id)),
        ...(ids.length && { action: { label: undo, run: () => takeBack({ ids, undone: action }) } }),
      });
    },
    onError,
  });
  return mutate;
}
