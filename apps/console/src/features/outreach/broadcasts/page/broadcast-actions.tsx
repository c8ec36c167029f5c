import { api } from '../../../../data/api.ts';
import { useBroadcastsTexts } from '../../../../locales/pages/broadcasts.ts';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { SendActions, type SendEnd } from '../../sends/page/send-actions.tsx';
import { useTransition } from '../../sends/page/use-transition.ts';
import type { Broadcast } from '../model/broadcast-queries.ts';
import { useExplainBroadcast } from '../model/use-explain-broadcast.ts';

type Action = Parameters<typeof api.broadcasts.transition>[0]['body']['action'];

/** What can be done with a broadcast that was started. */
export function BroadcastActions({ broadcast }: { broadcast: Broadcast }) {
  const texts = useBroadcastsTexts();
  const { finish } = useSendsTexts();
  const { id, channel, status, counts } = broadcast;
  const transition = useTransition<Action>({
    kind: 'broadcasts',
    request: (action) => api.broadcasts.transition({ params: { id }, body: { action } }),
    done: texts.done,
    explain: useExplainBroadcast(channel),
  });
  const endOf = (name: SendEnd['name'], menuLabel: string): SendEnd => ({
    ...texts.ends[name],
    name,
    menuLabel,
    lead: texts.ends[name].lead(counts.pending),
    send: () => transition.send(name),
  });
  const isOver = status === 'finished' || status === 'cancelled';
  const ends = [
    ...(status === 'running' || status === 'paused' ? [endOf('finish', finish)] : []),
    ...(isOver ? [] : [endOf('cancel', texts.cancel)]),
  ];
  return <SendActions kind="broadcasts" send={broadcast} transition={transition} ends={ends} />;
}
