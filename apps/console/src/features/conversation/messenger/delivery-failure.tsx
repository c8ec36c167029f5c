import { Anchor, VisuallyHidden } from '@mantine/core';
import type { DeliveryReason } from '@parley/contract';
import type { Message } from '@parley/live';
import { IconAlertCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { isCustomChannel, useChannelName } from '../../../entities/chat/channel-name.ts';
import { useMessengerChatTexts } from '../../../locales/pages/messenger-chat.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { useLogFocus } from '../../../ui/keys/use-log-focus.ts';
import styles from './messenger.module.css';
import { useChangeFailure } from './use-change-failure.ts';
import type { ShowMessage } from './use-shown-message.ts';

interface DeliveryFailureProps {
  message: Message;
  channel: string;
  onShow: ShowMessage;
}

/** Why a message did not reach the customer, and another attempt. */
export function DeliveryFailure({ message, channel, onShow }: DeliveryFailureProps) {
  const { id, chat_id, delivery } = message;
  const texts = useMessengerChatTexts();
  const name = useChannelName(channel);
  const why = (cause: DeliveryReason) => {
    if (!isCustomChannel(channel)) return texts.reasons[cause](name);
    const own: Partial<Record<DeliveryReason, string>> = texts.ownReasons;
    return own[cause] ?? texts.reasons[cause](texts.ownChannel);
  };
  const notify = useNotice();
  const explain = useChangeFailure(channel);
  const place = useLogFocus<HTMLSpanElement>();
  const { mutate } = useMutation({
    mutationFn: () => api.messages.resend({ params: { id: chat_id, message_id: id } }),
    onMutate: () => {
      const at = new Date().toISOString();
      onShow({ delivery: { status: 'queued', reason: null, code: null, detail: null, at } });
    },
    onError: (error) => {
      onShow(undefined);
      notify({ kind: 'failed', text: explain(error) });
    },
  });
  const { reason = null, detail = null } = delivery ?? {};
  return (
    <span ref={place} className={styles.failure}>
      <span className={styles.reason} title={detail ?? undefined}>
        <IconAlertCircle size={14} stroke={2} aria-hidden />
        {reason === null ? texts.notDelivered : why(reason)}
        {detail && <VisuallyHidden>{detail}</VisuallyHidden>}
      </span>
      <Anchor component="button" type="button" size="xs" onClick={() => mutate()}>
        {texts.resend}
      </Anchor>
    </span>
  );
}
