import { ActionIcon } from '@mantine/core';
import type { Message } from '@parley/live';
import { IconBookUpload, IconCheck, IconChecks, IconLock, IconSparkles } from '@tabler/icons-react';
import { memo } from 'react';
import type { Turn } from '../../entities/chat/ai/ai-queries.ts';
import { TurnLine } from '../../entities/chat/ai/turn-line.tsx';
import { MessageContent } from '../../entities/message/body/message-content.tsx';
import { useLocale, useTexts } from '../../locales/locale.tsx';
import { useChatAiTexts } from '../../locales/pages/chat-ai.ts';
import { PersonAvatar } from '../../ui/person/person-avatar.tsx';
import { exactTime } from '../../ui/time/age.tsx';
import { dateFormat } from '../../ui/time/formats.ts';
import styles from './message-item.module.css';
import type { DeliveryStatus } from './timeline-rows.ts';

interface Author {
  name: string | null;
  avatar_url: string | null;
}

interface MessageItemProps {
  message: Message;
  isFirst: boolean;
  isLast: boolean;
  /** Only for messages of the team. */
  delivery: DeliveryStatus | undefined;
  author: Author | undefined;
  clientName: string;
  /** Of the contact, unless they have a name. */
  namelessId: string | null;
  /** How the AI came to it. */
  turn: Turn | undefined;
  onOpenPicture: (messageId: number) => void;
  /** Makes a rule of the reply. Only for those who may. */
  onAddToKnowledge: ((reply: Message) => void) | undefined;
}

type Side = 'client' | 'agent' | 'ai' | 'note' | 'system';

const sideOf = ({ sender, private: isNote }: Message): Side => (isNote ? 'note' : sender);

/** A message. Its side shows who sent it; its label tells screen readers. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { message, isFirst, isLast, delivery, author, clientName, namelessId, turn, onOpenPicture, onAddToKnowledge } =
    props;
  const { inbox } = useTexts();
  const side = sideOf(message);
  if (side === 'system') return <p className={styles.system}>{message.body}</p>;
  const fallback = { client: clientName, agent: inbox.formerAgent, note: inbox.formerAgent, ai: inbox.ai }[side];
  const name = side === 'client' ? clientName : (author?.name ?? fallback);
  const id = side === 'client' ? namelessId : null;
  return (
    <article
      className={styles.item}
      data-side={side}
      data-first={isFirst || undefined}
      aria-label={inbox.messageOf(name)}
    >
      <div className={styles.avatar}>
        {isFirst && <PersonAvatar name={id === null ? name : null} id={id} url={author?.avatar_url} size={28} />}
      </div>
      <div className={styles.body}>
        {isFirst && side !== 'client' && <Byline side={side} name={name} />}
        <div className={styles.line}>
          {side === 'agent' && message.body && onAddToKnowledge && (
            <AddToKnowledge onAdd={() => onAddToKnowledge(message)} />
          )}
          <div className={styles.bubble}>
            <MessageContent message={message} onOpenPicture={() => onOpenPicture(message.id)} />
          </div>
        </div>
        {(isLast || turn) && (
          <div className={styles.foot}>
            {isLast && <Time message={message} delivery={delivery} />}
            {turn && <TurnLine turn={turn} />}
          </div>
        )}
      </div>
    </article>
  );
});

function AddToKnowledge({ onAdd }: { onAdd: () => void }) {
  const texts = useChatAiTexts();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={styles.action ?? ''}
      title={texts.addToKnowledge}
      aria-label={texts.addToKnowledge}
      onClick={onAdd}
    >
      <IconBookUpload size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}

function Byline({ side, name }: { side: Side; name: string }) {
  const { inbox } = useTexts();
  return (
    <div className={styles.byline}>
      {side === 'ai' && <IconSparkles size={14} stroke={1.75} aria-hidden />}
      {side === 'note' && <IconLock size={14} stroke={1.75} aria-hidden />}
      <span>{name}</span>
      {side === 'note' && <span className={styles.only}>{inbox.note}</span>}
    </div>
  );
}

function Time({ message, delivery }: { message: Message; delivery: DeliveryStatus | undefined }) {
  const { locale, texts } = useLocale();
  const at = new Date(message.created_at);
  const Icon = delivery === 'sent' ? IconCheck : IconChecks;
  return (
    <>
      <time dateTime={message.created_at} title={exactTime(at, locale)}>
        {dateFormat(locale, { timeStyle: 'short' }).format(at)}
      </time>
      {delivery && (
        <span className={styles.mark} data-mark={delivery} title={texts.inbox.marks[delivery]}>
          <Icon size={14} stroke={2} role="img" aria-label={texts.inbox.marks[delivery]} />
        </span>
      )}
    </>
  );
}
