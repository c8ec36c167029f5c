import type { Message } from '@parley/live';
import { IconCheck, IconChecks, IconLock, IconSparkles } from '@tabler/icons-react';
import { memo } from 'react';
import { MessageContent } from '../../entities/message/body/message-content.tsx';
import { useLocale, useTexts } from '../../locales/locale.tsx';
import { PersonAvatar } from '../../ui/person/person-avatar.tsx';
import { exactTime } from '../../ui/time/age.tsx';
import { dateFormat } from '../../ui/time/formats.ts';
import styles from './message-item.module.css';
import type { Mark } from './timeline-rows.ts';

interface Author {
  name: string | null;
  avatar_url: string | null;
}

interface MessageItemProps {
  message: Message;
  isFirst: boolean;
  isLast: boolean;
  /** Of one's own messages alone. */
  mark: Mark | undefined;
  author: Author | undefined;
  clientName: string;
  onOpenPicture: (messageId: number) => void;
}

type Side = 'client' | 'agent' | 'ai' | 'note' | 'system';

const sideOf = ({ sender, private: isNote }: Message): Side => (isNote ? 'note' : sender);

/** One message: on whose side it stands says whose it is, and so does its name for who can't see that. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { message, isFirst, isLast, mark, author, clientName, onOpenPicture } = props;
  const { inbox } = useTexts();
  const side = sideOf(message);
  if (side === 'system') return <p className={styles.system}>{message.body}</p>;
  const fallback = { client: clientName, agent: inbox.formerAgent, note: inbox.formerAgent, ai: inbox.ai }[side];
  const name = side === 'client' ? clientName : (author?.name ?? fallback);
  return (
    <article
      className={styles.item}
      data-side={side}
      data-first={isFirst || undefined}
      aria-label={inbox.messageOf(name)}
    >
      <div className={styles.avatar}>{isFirst && <PersonAvatar name={name} url={author?.avatar_url} size={28} />}</div>
      <div className={styles.body}>
        {isFirst && side !== 'client' && <Byline side={side} name={name} />}
        <div className={styles.bubble}>
          <MessageContent message={message} onOpenPicture={() => onOpenPicture(message.id)} />
        </div>
        {isLast && <Foot message={message} mark={mark} />}
      </div>
    </article>
  );
});

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

function Foot({ message, mark }: { message: Message; mark: Mark | undefined }) {
  const { locale, texts } = useLocale();
  const at = new Date(message.created_at);
  const Icon = mark === 'sent' ? IconCheck : IconChecks;
  return (
    <div className={styles.foot}>
      <time dateTime={message.created_at} title={exactTime(at, locale)}>
        {dateFormat(locale, { timeStyle: 'short' }).format(at)}
      </time>
      {mark && (
        <span className={styles.mark} data-mark={mark} title={texts.inbox.marks[mark]}>
          <Icon size={14} stroke={2} role="img" aria-label={texts.inbox.marks[mark]} />
        </span>
      )}
    </div>
  );
}
