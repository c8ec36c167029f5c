import { Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { api } from '../../../data/api.ts';
import { useLocale } from '../../../locales/locale.tsx';
import { useBroadcastComposerTexts } from '../../../locales/pages/broadcast-composer.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { exactTime } from '../../../ui/time/age.tsx';
import { numberFormat } from '../../../ui/time/formats.ts';
import { type Broadcast, useCacheBroadcast } from '../model/broadcast-queries.ts';
import { useNameOfChannel } from '../model/channels.ts';
import { useExplainBroadcast } from '../parts/use-explain-broadcast.ts';

interface StartDialogProps {
  broadcast: Broadcast;
  isOpen: boolean;
  onClose: () => void;
  /** With the errors of fields; returns whether there are any. */
  onRefused: (error: unknown) => boolean;
}

/** Says what will happen, and asks for the word that the recipients agreed to it. */
export function StartDialog({ broadcast, isOpen, onClose, onRefused }: StartDialogProps) {
  const texts = useBroadcastComposerTexts();
  const isLater = isAhead(broadcast);
  return (
    <Dialog title={isLater ? texts.scheduleQuestion : texts.startQuestion} isOpen={isOpen} onClose={onClose}>
      <StartForm broadcast={broadcast} onClose={onClose} onRefused={onRefused} />
    </Dialog>
  );
}

const isAhead = ({ settings: { send_at } }: Broadcast) => send_at !== undefined && Date.parse(send_at) > Date.now();

function StartForm({ broadcast, onClose, onRefused }: Omit<StartDialogProps, 'isOpen'>) {
  const texts = useBroadcastComposerTexts();
  const { locale } = useLocale();
  const channel = useNameOfChannel()(broadcast.channel);
  const [isAgreed, setAgreed] = useState(false);
  const [missing, setMissing] = useState(false);
  const { data } = useQuery({
    queryKey: ['broadcasts', 'start', broadcast.id, broadcast.updated_at],
    queryFn: () => api.broadcasts.preview({ body: { channel: broadcast.channel, settings: broadcast.settings } }),
    staleTime: 0,
  });
  const { mutate, isPending, failure } = useStart(broadcast, { onClose, onRefused });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(!isAgreed);
    if (isAgreed && !isPending) mutate();
  };
  const isLater = isAhead(broadcast);
  const count = numberFormat(locale, {}).format(data?.reachable ?? 0);
  const at = isLater ? exactTime(new Date(broadcast.settings.send_at ?? ''), locale) : undefined;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {data ? (
          <>
            <Text>{texts.startLead(data.reachable, { count, channel, at })}</Text>
            <Checkbox
              label={texts.agree(data.reachable, count)}
              checked={isAgreed}
              error={missing && texts.agreeMissing}
              onChange={({ currentTarget }) => {
                setAgreed(currentTarget.checked);
                setMissing(false);
              }}
              data-autofocus
            />
          </>
        ) : (
          <Skeleton height={72} />
        )}
        <FormActions
          label={isLater ? texts.scheduleConfirm : texts.startConfirm}
          busyLabel={texts.startingNow}
          isPending={isPending}
          failure={failure}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

function useStart(broadcast: Broadcast, { onClose, onRefused }: Pick<StartDialogProps, 'onClose' | 'onRefused'>) {
  const { id, channel } = broadcast;
  const texts = useBroadcastComposerTexts();
  const notify = useNotice();
  const explain = useExplainBroadcast(channel);
  const cache = useCacheBroadcast();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.broadcasts.start({ params: { id }, body: { consent: true } }),
    onSuccess: (started) => {
      onClose();
      notify({ kind: 'done', text: started.status === 'scheduled' ? texts.scheduled : texts.started });
      return cache(started);
    },
    // What belongs to a field is said there.
    onError: (reason) => onRefused(reason) && onClose(),
  });
  return { mutate, isPending, failure: error ? explain(error) : undefined };
}
