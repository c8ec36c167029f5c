import { useDocumentTitle } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ConversationSkeleton } from '../../features/conversation/conversation-states.tsx';
import { ChatList } from '../../features/inbox/list/chat-list.tsx';
import { useTexts } from '../../locales/locale.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import styles from './inbox-screen.module.css';
import { LazyChatScreen } from './lazy-chat-screen.ts';
import { NoChatSelected } from './no-chat-selected.tsx';

/** Loads the code of the chat before somebody opens one. */
const preloadChat = () => void LazyChatScreen.preload?.();

/** The list and the open chat; one at a time on phones. */
export function InboxScreen() {
  const { inbox: texts, title } = useTexts();
  const { chatId } = useParams({ strict: false });
  useDocumentTitle(title(texts.title));
  const id = Number(chatId);
  const isChosen = Number.isSafeInteger(id) && id > 0;
  return (
    <div className={styles.inbox} data-chosen={isChosen || undefined}>
      <section className={styles.list} aria-label={texts.chats}>
        <ErrorBoundary>
          <ChatList chosen={isChosen ? id : undefined} onShown={preloadChat} />
        </ErrorBoundary>
      </section>
      <div className={styles.chat}>
        <ErrorBoundary key={id}>
          <Suspense fallback={<ConversationSkeleton />}>
            {isChosen ? <LazyChatScreen chatId={id} /> : <NoChatSelected />}
          </Suspense>
        </ErrorBoundary>
      </div>
    </div>
  );
}
