import { UnstyledButton } from '@mantine/core';
import type { Chat, ConversationState, Message } from '@parley/live';
import { IconArrowDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { pendingQuery } from '../../data/live/live-queries.ts';
import type { useConversation } from '../../data/live/use-conversation.ts';
import { isManager, useSession } from '../../data/session.ts';
import { useAgents, useHasAi } from '../../entities/agent/use-agents.ts';
import type { Turns } from '../../entities/chat/ai/use-turns.ts';
import { useChatName } from '../../entities/chat/chat-name.ts';
import type { Contact } from '../../entities/contact/contact-queries.ts';
import { useTexts } from '../../locales/locale.tsx';
import { AiDraft } from './ai-draft.tsx';
import { DayLine } from './day-line.tsx';
import { LogLine, ReopenedLine } from './log-line.tsx';
import { MessageItem } from './message-item.tsx';
import { PendingItem } from './pending-item.tsx';
import styles from './timeline.module.css';
import { deliveryStatusOf, type TimelineRow, toRows } from './timeline-rows.ts';
import { TypingLine } from './typing-line.tsx';
import { useMessageWindow } from './use-message-window.ts';
import { useNewMessageCount, useReadTracking, useUnreadFrom } from './use-read-tracking.ts';
import { useStickyEnd } from './use-sticky-end.ts';

const Lightbox = lazy(async () => ({
  default: (await import('../../entities/message/lightbox/lightbox.tsx')).Lightbox,
}));

const KnowledgeDialog = lazy(async () => ({
  default: (await import('./knowledge/knowledge-dialog.tsx')).KnowledgeDialog,
}));

interface TimelineProps {
  chat: Chat;
  contact: Contact | undefined;
  conversation: ConversationState;
  history: ReturnType<typeof useConversation>['history'];
  turns: Turns;
  /** Puts a draft of the AI into the composer. */
  onEditDraft: (draft: Message) => void;
}

/** The messages, scrolled to the newest until the reader scrolls up. */
export function Timeline({ chat, contact, conversation, history, turns, onEditDraft }: TimelineProps) {
  const { inbox } = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { messages, log, typing } = conversation;
  const pending = usePending(chat.id);
  const unreadFrom = useUnreadFrom(chat, messages);
  const { shown, isWhole, showMore, resetWindow } = useMessageWindow(messages, history);
  const rows = useMemo(() => toRows({ messages: shown, log, pending, unreadFrom }), [shown, log, pending, unreadFrom]);
  const { isAway, toEnd, onScroll } = useStickyEnd({ scroller, content, firstKey: shown[0]?.id, onTop: showMore });
  useEffect(() => {
    if (!isAway) resetWindow();
  }, [isAway, resetWindow]);
  useReadTracking(chat, { messages, isAtEnd: !isAway });
  const fresh = useNewMessageCount(messages, isAway);
  const [enlarged, setEnlarged] = useState<number>();
  /** A reply to make a rule of; kept while the dialog fades. */
  const [taught, setTaught] = useState<{ reply: Message; isOpen: boolean }>();
  const teach = useCallback((reply: Message) => setTaught({ reply, isOpen: true }), []);
  const hasAi = useHasAi();
  const canTeach = isManager(useSession()) && hasAi;
  const chatName = useChatName(chat);
  const name = contact?.name ?? chatName;
  return (
    <div className={styles.place}>
      <div
        ref={scroller}
        className={styles.scroller}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        role="log"
        aria-label={inbox.dialog}
      >
        <div ref={content} className={styles.content}>
          <p className={styles.begin} aria-busy={!isWhole}>
            {isWhole ? inbox.begin : inbox.earlier}
          </p>
          {rows.map((row) => (
            <Row
              key={row.key}
              row={row}
              chat={chat}
              name={name}
              turns={turns}
              onOpenPicture={setEnlarged}
              onEditDraft={onEditDraft}
              onAddToKnowledge={canTeach ? teach : undefined}
            />
          ))}
          <TypingLine typing={typing} name={name} />
        </div>
      </div>
      {isAway && (
        <UnstyledButton className={styles.pill} onClick={toEnd} aria-label={fresh ? inbox.fresh(fresh) : inbox.toEnd}>
          <IconArrowDown size={16} stroke={2} aria-hidden />
          {fresh > 0 && inbox.fresh(fresh)}
        </UnstyledButton>
      )}
      <Suspense>
        {enlarged !== undefined && (
          <Lightbox
            messages={messages}
            shownId={enlarged}
            onShow={setEnlarged}
            onClose={() => setEnlarged(undefined)}
          />
        )}
      </Suspense>
      <Suspense>
        {taught && (
          <KnowledgeDialog
            key={taught.reply.id}
            {...taught}
            messages={messages}
            onClose={() => setTaught({ ...taught, isOpen: false })}
          />
        )}
      </Suspense>
    </div>
  );
}

function usePending(chatId: number) {
  const all = useQuery(pendingQuery).data;
  return useMemo(() => all.filter(({ chat_id }) => chat_id === chatId), [all, chatId]);
}

interface RowProps {
  row: TimelineRow;
  chat: Chat;
  name: string;
  turns: Turns;
  onOpenPicture: (messageId: number) => void;
  onEditDraft: (draft: Message) => void;
  onAddToKnowledge: ((reply: Message) => void) | undefined;
}

/** Rows get only what they show, so that a seen message renders only its own row. */
function Row({ row, chat, name, turns, onOpenPicture, onEditDraft, onAddToKnowledge }: RowProps) {
  const { inbox } = useTexts();
  const agents = useAgents();
  const { agent } = useSession();
  if (row.kind === 'day') return <DayLine at={row.at} />;
  if (row.kind === 'unread') return <p className={styles.unread}>{inbox.unreadLine}</p>;
  if (row.kind === 'log') return <LogLine entry={row.entry} />;
  if (row.kind === 'reopened') return <ReopenedLine message={row.message} />;
  if (row.kind === 'pending') return <PendingItem pending={row.pending} />;
  const turn = turns.ofMessages.get(row.message.id);
  if (row.kind === 'draft') {
    const { message, isNewest, isAnswered } = row;
    return <AiDraft {...{ message, isNewest, isAnswered, turn }} onEdit={onEditDraft} />;
  }
  const { message, isFirst, isLast } = row;
  const isOwn = message.agent_id === agent.id && message.sender === 'agent';
  return (
    <MessageItem
      message={message}
      isFirst={isFirst}
      isLast={isLast}
      isOwn={isOwn}
      delivery={isOwn && !message.private ? deliveryStatusOf(message, chat) : undefined}
      author={message.agent_id === null ? undefined : agents.get(message.agent_id)}
      clientName={name}
      channel={chat.channel}
      namelessId={chat.contact_name === null ? chat.contact_id : null}
      turn={turn}
      onOpenPicture={onOpenPicture}
      onAddToKnowledge={onAddToKnowledge}
    />
  );
}
