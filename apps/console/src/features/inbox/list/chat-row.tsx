import type { Chat } from '@parley/live';
import { IconAt, IconSparkles } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { ChatAvatar } from '../../../entities/chat/chat-avatar.tsx';
import { useChatName } from '../../../entities/chat/chat-name.ts';
import type { InboxSearch } from '../../../entities/chat/inbox-search.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { PersonAvatar } from '../../../ui/person/person-avatar.tsx';
import { Age } from '../../../ui/time/age.tsx';
import { LastLine } from '../rows/last-line.tsx';
import styles from './chat-row.module.css';
import { WaitingTime } from './waiting-time.tsx';

interface ChatRowProps {
  chat: Chat;
  search: InboxSearch;
  isChosen: boolean;
  isSelected: boolean;
  isSelecting: boolean;
  isTyping: boolean;
  owner: { name: string | null; avatar_url: string | null } | undefined;
  ownId: number;
  onSelect(id: number, isRange: boolean): void;
}

/** A chat in two lines. Memoized: renders only when the chat changes. */
export const ChatRow = memo(function ChatRow(props: ChatRowProps) {
  const { chat, search, isChosen, isSelected, isSelecting, isTyping, owner, ownId, onSelect } = props;
  const { inbox } = useTexts();
  const name = useChatName(chat);
  const isWithAi = chat.reply_owner === 'ai';
  const isUnread = chat.unread > 0 && !isWithAi;
  return (
    <div
      className={styles.row}
      data-chosen={isChosen || undefined}
      data-selected={isSelected || undefined}
      data-selecting={isSelecting || undefined}
      data-unread={isUnread || undefined}
    >
      <Link
        to="/inbox/$chatId"
        params={{ chatId: String(chat.id) }}
        search={search}
        className={styles.link}
        data-chat={chat.id}
        aria-current={isChosen ? 'true' : undefined}
        resetScroll={false}
      >
        <span className={styles.avatar}>
          <ChatAvatar chat={chat} name={chat.contact_name} />
        </span>
        <span className={styles.lines}>
          <span className={styles.line}>
            <strong className={styles.name} dir="auto">
              {name}
            </strong>
            {chat.waiting_since && !isWithAi ? (
              <WaitingTime since={chat.waiting_since} />
            ) : (
              <Age since={chat.last_message_at ?? chat.created_at} className={styles.age} />
            )}
          </span>
          <span className={styles.line}>
            <LastLine message={chat.last_message} isTyping={isTyping} ownId={ownId} />
            <PersonalMark chat={chat} ownId={ownId} />
            {isWithAi && (
              <span className={styles.ai}>
                <IconSparkles size={12} stroke={2} aria-hidden />
                {inbox.ai}
              </span>
            )}
            {owner && !isWithAi && (
              <span className={styles.owner} title={inbox.owner(owner.name ?? '')}>
                <PersonAvatar name={owner.name} url={owner.avatar_url} size={20} />
              </span>
            )}
            {isUnread && (
              <span className={styles.unread} title={inbox.unread(chat.unread)}>
                {chat.unread > 99 ? '99+' : chat.unread}
              </span>
            )}
          </span>
        </span>
      </Link>
      <input
        type="checkbox"
        className={styles.tick}
        checked={isSelected}
        aria-label={inbox.select(name)}
        onChange={() => undefined}
        onClick={(event) => onSelect(chat.id, event.shiftKey)}
      />
    </div>
  );
});

/** What a colleague wants of this agent, until they open the chat. */
function PersonalMark({ chat, ownId }: { chat: Chat; ownId: number }) {
  const { inbox } = useTexts();
  const isMentioned = chat.mentioned.includes(ownId);
  if (!isMentioned && !(chat.is_new_to_owner && chat.agent_id === ownId)) return null;
  return (
    <span className={styles.personal}>
      {isMentioned && <IconAt size={12} stroke={2} aria-hidden />}
      {isMentioned ? inbox.mentionedYou : inbox.assignedToYou}
    </span>
  );
}
