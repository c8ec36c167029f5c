import { useMutation } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useBroadcastsTexts } from '../../../locales/pages/broadcasts.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { type Broadcast, useCacheBroadcast } from '../model/broadcast-queries.ts';
import { useExplainBroadcast } from '../parts/use-explain-broadcast.ts';

type Action = Parameters<typeof api.broadcasts.transition>[0]['body']['action'];

/** Takes a broadcast to another status. */
export function useTransition({ id, channel }: Broadcast) {
  const notify = useNotice();
  const explain = useExplainBroadcast(channel);
  const cache = useCacheBroadcast();
  const texts = useBroadcastsTexts();
  const send = async (action: Action) => {
    await cache(await api.broadcasts.transition({ params: { id }, body: { action } }));
    notify({ kind: 'done', text: texts.done[action] });
  };
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return { send, explain, isPending, act: (action: Action) => isPending || mutate(action) };
}
