import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';
import { typingQuery } from '../../../data/live/live-queries.ts';
import { useSession } from '../../../data/session.ts';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import type { InboxSearch } from '../../../entities/chat/inbox-search.ts';
import { useTexts } from '../../../locales/locale.tsx';
import type { Selection } from '../bulk/use-selection.ts';
import { useListKeys } from '../rows/use-list-keys.ts';
import { ChatRow } from './chat-row.tsx';
import styles from './chat-rows.module.css';
import type { useChatList } from './use-chat-list.ts';

const ROW = 64;
/** Rows left when the next page is fetched. */
const AHEAD = 20;

interface ChatRowsProps {
  list: ReturnType<typeof useChatList>;
  chosen: number | undefined;
  selection: Selection;
  search: InboxSearch;
  /** Runs when the first rows are rendered. */
  onShown(): void;
}

/** A virtual list. */
export function ChatRows({ list, chosen, selection, search, onShown }: ChatRowsProps) {
  const { inbox } = useTexts();
  const { agent } = useSession();
  const agents = useAgents();
  const typing = useQuery(typingQuery).data;
  const scroller = useRef<HTMLDivElement>(null);
  const { chats, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const rows = useVirtualizer({
    count: chats.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => chats[index]?.id ?? index,
    overscan: 8,
  });
  useListKeys({ scroller, chats, chosen, scrollTo: (index) => rows.scrollToIndex(index) });
  const onMount = useEffectEvent(onShown);
  useEffect(() => onMount(), []);
  const shown = rows.getVirtualItems();
  const isNear = (shown.at(-1)?.index ?? 0) >= chats.length - AHEAD;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isNear, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <div ref={scroller} className={styles.scroller}>
      <ul className={styles.rows} style={{ blockSize: rows.getTotalSize() }}>
        {shown.map(({ index, start, key }) => {
          const chat = chats[index];
          if (!chat) return null;
          return (
            <li key={key} className={styles.row} style={{ transform: `translateY(${start}px)` }}>
              <ChatRow
                chat={chat}
                search={search}
                isChosen={chat.id === chosen}
                isSelected={selection.has(chat.id)}
                isSelecting={selection.chats.length > 0}
                isTyping={typing.get(chat.id)?.some(({ side }) => side === 'client') ?? false}
                owner={chat.agent_id === null ? undefined : agents.get(chat.agent_id)}
                ownId={agent.id}
                onSelect={selection.toggle}
              />
            </li>
          );
        })}
      </ul>
      {!hasNextPage && (
        <Text c="dimmed" size="xs" ta="center" py="md">
          {inbox.end}
        </Text>
      )}
    </div>
  );
}
