import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChatHead } from '../chat-actions/chat-head.tsx';
import { Composer } from '../composer/composer.tsx';
import { DropZone } from '../composer/drop-zone.tsx';
import { contactQuery } from '../contacts/contact-queries.ts';
import { knownChatsQuery } from '../live/live-queries.ts';
import { useConversation } from '../live/use-conversation.ts';
import styles from './dialog.module.css';
import { DialogFailure, DialogSkeleton } from './dialog-states.tsx';
import { PanelPlace } from './panel-place.tsx';
import { Timeline } from './timeline.tsx';

/** A chat: who it is with, what was said, and what is being said. */
export function Dialog({ chatId }: { chatId: number }) {
  const navigate = useNavigate();
  const search = useSearch({ from: '/shell/inbox' });
  const { conversation, history } = useConversation(chatId);
  const chat = useQuery(knownChatsQuery).data.get(chatId) ?? conversation?.chat;
  const { data: contact } = useQuery({
    ...contactQuery(chat?.contact_id ?? ''),
    enabled: chat?.contact_id != null,
  });
  const [isPanelOpen, panel] = useDisclosure();
  const [isWide, isPhone] = [useMatch('(min-width: 68.75em)'), useMatch('(max-width: 47.99em)')];
  if (history.isError) return <DialogFailure error={history.error} onRetry={() => void history.refetch()} />;
  if (!chat || !conversation) return <DialogSkeleton />;
  return (
    <div className={styles.place}>
      <DropZone chatId={chatId} className={styles.dialog}>
        <ChatHead
          chat={chat}
          contact={contact}
          viewers={conversation.viewers}
          onBack={isPhone ? () => void navigate({ to: '/inbox', search }) : undefined}
          onPanel={isWide ? undefined : panel.open}
        />
        <Timeline chat={chat} conversation={conversation} history={history} contact={contact} />
        <Composer chat={chat} contact={contact} />
      </DropZone>
      <PanelPlace chat={chat} isBeside={isWide} isOpen={isPanelOpen} onClose={panel.close} />
    </div>
  );
}

/** Known before the first paint, so that nothing moves. */
const useMatch = (query: string) => useMediaQuery(query, false, { getInitialValueInEffect: false });
