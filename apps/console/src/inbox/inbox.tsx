import { useDocumentTitle } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { DialogSkeleton } from '../dialog/dialog-states.tsx';
import { LazyDialog } from '../dialog/lazy-dialog.ts';
import { useTexts } from '../locales/locale.tsx';
import { Pane } from '../shell/pane.tsx';
import { ChatList } from './chat-list.tsx';
import styles from './inbox.module.css';
import { NothingChosen } from './nothing-chosen.tsx';

/** The list at the side and the chat that was chosen; on a phone one of them at a time. */
export function Inbox() {
  const { inbox: texts, title } = useTexts();
  const { chatId } = useParams({ strict: false });
  useDocumentTitle(title(texts.title));
  const id = Number(chatId);
  const isChosen = Number.isSafeInteger(id) && id > 0;
  return (
    <div className={styles.inbox} data-chosen={isChosen || undefined}>
      <section className={styles.list} aria-label={texts.chats}>
        <Pane>
          <ChatList chosen={isChosen ? id : undefined} />
        </Pane>
      </section>
      <div className={styles.chat}>
        <Pane key={id}>
          <Suspense fallback={<DialogSkeleton />}>{isChosen ? <LazyDialog chatId={id} /> : <NothingChosen />}</Suspense>
        </Pane>
      </div>
    </div>
  );
}
