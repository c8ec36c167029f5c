import type { Message } from '@parley/live';
import { IconCheck, IconChecks, IconClock } from '@tabler/icons-react';
import type { Turn } from '../../entities/chat/ai/ai-queries.ts';
import { TurnLine } from '../../entities/chat/ai/turn-line.tsx';
import { useLocale } from '../../locales/locale.tsx';
import { useMessengerChatTexts } from '../../locales/pages/messenger-chat.ts';
import { exactTime } from '../../ui/time/age.tsx';
import { dateFormat } from '../../ui/time/formats.ts';
import styles from './message-item.module.css';
import { DeliveryFailure } from './messenger/delivery-failure.tsx';
import type { ShowMessage } from './messenger/use-shown-message.ts';
import { type DeliveryStatus, messengerStatusOf } from './timeline-rows.ts';

interface MessageFootProps {
  message: Message;
  isLast: boolean;
  isOwn: boolean;
  /** Of a message to a visitor of the site. */
  delivery: DeliveryStatus | undefined;
  channel: string;
  turn: Turn | undefined;
  onShow: ShowMessage;
}

/** Under the last message of a run its time; under each what became of it. */
export function MessageFoot({ message, isLast, isOwn, delivery, channel, turn, onShow }: MessageFootProps) {
  const isFailed = message.delivery?.status === 'failed' && message.deleted_at === null;
  const isEdited = message.edited_at !== null && message.deleted_at === null;
  if (!isLast && !turn && !isFailed && !isEdited) return null;
  const mark = message.delivery ? (isOwn ? messengerStatusOf(message) : undefined) : delivery;
  return (
    <div className={styles.foot}>
      {isFailed && <DeliveryFailure message={message} channel={channel} onShow={onShow} />}
      {isEdited && <Edited at={message.edited_at ?? ''} />}
      {isLast && <Time at={message.created_at} />}
      {isLast && mark && <Mark mark={mark} at={message.delivery?.at} />}
      {turn && <TurnLine turn={turn} />}
    </div>
  );
}

function Time({ at }: { at: string }) {
  const { locale } = useLocale();
  const moment = new Date(at);
  return (
    <time dateTime={at} title={exactTime(moment, locale)}>
      {dateFormat(locale, { timeStyle: 'short' }).format(moment)}
    </time>
  );
}

function Edited({ at }: { at: string }) {
  const { locale } = useLocale();
  const texts = useMessengerChatTexts();
  return <span title={texts.editedAt(exactTime(new Date(at), locale))}>{texts.edited}</span>;
}

const ICONS = { queued: IconClock, sent: IconCheck, received: IconChecks, seen: IconChecks };

/** What became of a message, and since when, where that is known. */
function Mark({ mark, at }: { mark: DeliveryStatus; at: string | undefined }) {
  const { locale, texts } = useLocale();
  const { waiting, markedAt } = useMessengerChatTexts();
  const Icon = ICONS[mark];
  const label = mark === 'queued' ? waiting : texts.inbox.marks[mark];
  return (
    <span
      className={styles.mark}
      data-mark={mark}
      title={at === undefined ? label : markedAt(label, exactTime(new Date(at), locale))}
    >
      <Icon size={14} stroke={2} role="img" aria-label={label} />
    </span>
  );
}
