import { type Chat, viewOf } from '@parley/live';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../data/session.ts';
import { ChatAvatar } from '../../../entities/chat/chat-avatar.tsx';
import { useChatName } from '../../../entities/chat/chat-name.ts';
import type { InboxSearch } from '../../../entities/chat/inbox-search.ts';
import { useSearchTexts } from '../../../locales/pages/inbox-search.ts';
import { Age } from '../../../ui/time/age.tsx';
import { LastLine } from '../rows/last-line.tsx';
import styles from './search-results.module.css';

interface SearchHitProps {
  chat: Chat;
  search: InboxSearch;
  isChosen: boolean;
}

/** A chat with the view that has it. */
export function SearchHit({ chat, search, isChosen }: SearchHitProps) {
  const name = useChatName(chat);
  const { views } = useSearchTexts();
  const { agent } = useSession();
  const view = viewOf(chat, agent.id);
  return (
    <Link
      to="/inbox/$chatId"
      params={{ chatId: String(chat.id) }}
      search={search}
      className={styles.hit}
      data-chat={chat.id}
      aria-current={isChosen ? 'true' : undefined}
      resetScroll={false}
    >
      <ChatAvatar chat={chat} name={chat.contact_name} />
      <span className={styles.lines}>
        <span className={styles.line}>
          <strong className={styles.name} dir="auto">
            {name}
          </strong>
          <Age since={chat.last_message_at ?? chat.created_at} className={styles.age} />
        </span>
        <span className={styles.line}>
          <LastLine message={chat.last_message} isTyping={false} ownId={agent.id} />
          <span className={styles.view} data-view={view}>
            {views[view]}
          </span>
        </span>
      </span>
    </Link>
  );
}
