import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { knownChatsQuery } from '../../data/live/live-queries.ts';
import { useConversation } from '../../data/live/use-conversation.ts';
import { contactQuery } from '../../entities/contact/contact-queries.ts';
import { ChatHeader } from '../../features/chat-actions/header/chat-header.tsx';
import { DropZone } from '../../features/composer/attachments/drop-zone.tsx';
import { ConversationFailure, ConversationSkeleton } from '../../features/conversation/conversation-states.tsx';
import { ChatComposer } from './chat-composer.tsx';
import { ChatMessages } from './chat-messages.tsx';
import styles from './chat-screen.module.css';
import { ContactPanelSlot } from './contact-panel-slot.tsx';

/** An open chat: header, messages, composer and contact panel. */
export function ChatScreen({ chatId }: { chatId: number }) {
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
  if (history.isError) return <ConversationFailure error={history.error} onRetry={() => void history.refetch()} />;
  if (!chat || !conversation) return <ConversationSkeleton />;
  return (
    <div className={styles.place}>
      <DropZone chat={chat} className={styles.dialog}>
        <ChatHeader
          chat={chat}
          contact={contact}
          viewers={conversation.viewers}
          onBack={isPhone ? () => void navigate({ to: '/inbox', search }) : undefined}
          onPanel={isWide ? undefined : panel.open}
        />
        <ChatMessages chat={chat} contact={contact} conversation={conversation} history={history} />
        <ChatComposer chat={chat} contact={contact} />
      </DropZone>
      <ContactPanelSlot chat={chat} isBeside={isWide} isOpen={isPanelOpen} onClose={panel.close} />
    </div>
  );
}

/** Read before the first paint to avoid a layout shift. */
const useMatch = (query: string) => useMediaQuery(query, false, { getInitialValueInEffect: false });
