import { ActionIcon } from '@mantine/core';
import type { Message } from '@parley/live';
import { IconBookUpload, IconLock, IconSparkles } from '@tabler/icons-react';
import { memo } from 'react';
import type { Turn } from '../../entities/chat/ai/ai-queries.ts';
import { channelName } from '../../entities/chat/channel-name.ts';
import { messengerOfOrigin } from '../../entities/chat/messengers.ts';
import { MessageContent } from '../../entities/message/body/message-content.tsx';
import { useLocale, useTexts } from '../../locales/locale.tsx';
import { useChatAiTexts } from '../../locales/pages/chat-ai.ts';
import { useMessengerChatTexts } from '../../locales/pages/messenger-chat.ts';
import { PersonAvatar } from '../../ui/person/person-avatar.tsx';
import { exactTime } from '../../ui/time/age.tsx';
import { MessageFoot } from './message-foot.tsx';
import styles from './message-item.module.css';
import { isChangeable } from './messenger/changeable.ts';
import { ChangeableBubble } from './messenger/changeable-bubble.tsx';
import { useShownMessage } from './messenger/use-shown-message.ts';
import type { DeliveryStatus } from './timeline-rows.ts';

interface Author {
  name: string | null;
  avatar_url: string | null;
}

interface MessageItemProps {
  message: Message;
  isFirst: boolean;
  isLast: boolean;
  /** Sent by this agent. */
  isOwn: boolean;
  /** Only for own messages to a visitor of the site. */
  delivery: DeliveryStatus | undefined;
  author: Author | undefined;
  clientName: string;
  /** Of the contact, unless they have a name. */
  namelessId: string | null;
  /** Of the chat. */
  channel: string;
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
  const { isFirst, isLast, isOwn, delivery, author, clientName, namelessId, channel, turn, onAddToKnowledge } = props;
  const { inbox } = useTexts();
  const { message, show } = useShownMessage(props.message);
  const { yourTeam } = useMessengerChatTexts();
  const side = sideOf(message);
  if (side === 'system') return <p className={styles.system}>{message.body}</p>;
  const typedIn = side === 'agent' && message.agent_id === null ? messengerOfOrigin(message.origin) : undefined;
  const colleague = typedIn ? yourTeam : inbox.formerAgent;
  const fallback = { client: clientName, agent: colleague, note: inbox.formerAgent, ai: inbox.ai }[side];
  const name = side === 'client' ? clientName : (author?.name ?? fallback);
  const id = side === 'client' ? namelessId : null;
  const bubble = <Bubble message={message} onOpenPicture={props.onOpenPicture} />;
  return (
    <article
      className={styles.item}
      data-side={side}
      data-first={isFirst || undefined}
      aria-label={inbox.messageOf(name)}
    >
      <div className={styles.avatar}>
        {isFirst && (
          <PersonAvatar name={id === null && !typedIn ? name : null} id={id} url={author?.avatar_url} size={28} />
        )}
      </div>
      <div className={styles.body}>
        {isFirst && side !== 'client' && <Byline side={side} name={name} typedIn={typedIn} />}
        <div className={styles.line}>
          {side === 'agent' && message.body && onAddToKnowledge && (
            <AddToKnowledge onAdd={() => onAddToKnowledge(message)} />
          )}
          {isOwn && isChangeable(message, channel) ? (
            <ChangeableBubble message={message} channel={channel} onShow={show} actionClass={styles.action ?? ''}>
              {bubble}
            </ChangeableBubble>
          ) : (
            bubble
          )}
        </div>
        <MessageFoot {...{ message, isLast, isOwn, delivery, channel, turn }} onShow={show} />
      </div>
    </article>
  );
});

function Bubble({ message, onOpenPicture }: Pick<MessageItemProps, 'message' | 'onOpenPicture'>) {
  const { locale } = useLocale();
  const texts = useMessengerChatTexts();
  const { id, deleted_at } = message;
  return (
    <div className={styles.bubble}>
      {deleted_at === null ? (
        <MessageContent message={message} onOpenPicture={() => onOpenPicture(id)} />
      ) : (
        <p className={styles.deleted} title={texts.deletedAt(exactTime(new Date(deleted_at), locale))}>
          {texts.deleted}
        </p>
      )}
    </div>
  );
}

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

interface BylineProps {
  side: Side;
  name: string;
  /** The messenger in whose own app it was typed. */
  typedIn: string | undefined;
}

function Byline({ side, name, typedIn }: BylineProps) {
  const { inbox, chatActions } = useTexts();
  const texts = useMessengerChatTexts();
  return (
    <div className={styles.byline}>
      {side === 'ai' && <IconSparkles size={14} stroke={1.75} aria-hidden />}
      {side === 'note' && <IconLock size={14} stroke={1.75} aria-hidden />}
      <span>{name}</span>
      {side === 'note' && <span className={styles.only}>{inbox.note}</span>}
      {typedIn && <span className={styles.only}>{texts.typedIn(channelName(typedIn, chatActions))}</span>}
    </div>
  );
}
