import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../data/api.ts';
import { useLocale } from '../../../../locales/locale.tsx';
import { useBroadcastComposerTexts } from '../../../../locales/pages/broadcast-composer.ts';
import { useSendComposerTexts } from '../../../../locales/pages/send-composer.ts';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { Dialog } from '../../../../ui/layout/dialog.tsx';
import { exactTime } from '../../../../ui/time/age.tsx';
import { numberFormat } from '../../../../ui/time/formats.ts';
import { ConsentForm } from '../../sends/compose/consent-form.tsx';
import { isAhead } from '../../sends/model/send.ts';
import { useCacheSend } from '../../sends/model/send-queries.ts';
import type { Broadcast } from '../model/broadcast-queries.ts';
import { useNameOfChannel } from '../model/channels.ts';
import { useExplainBroadcast } from '../model/use-explain-broadcast.ts';

interface StartDialogProps {
  broadcast: Broadcast;
  isOpen: boolean;
  onClose: () => void;
  /** With the errors of fields; returns whether there are any. */
  onRefused: (error: unknown) => boolean;
}

/** Says what will happen, and asks for the word that the recipients agreed to it. */
export function StartDialog({ isOpen, ...props }: StartDialogProps) {
  const texts = useBroadcastComposerTexts();
  const title = isAhead(props.broadcast.settings.send_at) ? texts.scheduleQuestion : texts.startQuestion;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={props.onClose}>
      <StartForm {...props} />
    </Dialog>
  );
}

function StartForm({ broadcast, onClose, onRefused }: Omit<StartDialogProps, 'isOpen'>) {
  const { id, channel, settings, updated_at } = broadcast;
  const texts = useBroadcastComposerTexts();
  const { agree } = useSendComposerTexts();
  const { locale } = useLocale();
  const name = useNameOfChannel()(channel);
  const notify = useNotice();
  const explain = useExplainBroadcast(channel);
  const cache = useCacheSend('broadcasts');
  const { data } = useQuery({
    queryKey: ['broadcasts', 'start', id, updated_at],
    queryFn: () => api.broadcasts.preview({ body: { channel, settings } }),
    staleTime: 0,
  });
  const start = async () => {
    const started = await api.broadcasts.start({ params: { id }, body: { consent: true } });
    notify({ kind: 'done', text: started.status === 'scheduled' ? texts.scheduled : texts.started });
    await cache(started);
  };
  const reachable = data?.reachable ?? 0;
  const isLater = isAhead(settings.send_at);
  const count = numberFormat(locale, {}).format(reachable);
  const at = isLater ? exactTime(new Date(settings.send_at ?? ''), locale) : undefined;
  return (
    <ConsentForm
      lead={data && texts.startLead(reachable, { count, channel: name, at })}
      agreement={agree(reachable, count)}
      label={isLater ? texts.scheduleConfirm : texts.startConfirm}
      start={start}
      explain={explain}
      onClose={onClose}
      onRefused={onRefused}
    />
  );
}
