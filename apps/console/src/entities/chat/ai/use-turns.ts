import type { Chat, ConversationState } from '@parley/live';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type Turn, turnsQuery } from './ai-queries.ts';

export interface Turns {
  /** By the message that each produced. */
  ofMessages: ReadonlyMap<number, Turn>;
  newest: Turn | undefined;
}

/** How the AI came to its messages in an open chat, and why it handed it over. Asked only of chats where it was at work. */
export function useTurns(
  { id, reply_owner }: Chat,
  { messages = [], log = [] }: Partial<Pick<ConversationState, 'messages' | 'log'>>,
): Turns {
  const first = messages.find(({ sender }) => sender === 'ai');
  const last = messages.findLast(({ sender }) => sender === 'ai');
  const handover = log.findLast(({ type }) => type === 'handed_over');
  const mark = `${last?.id} ${handover?.id} ${reply_owner}`;
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...turnsQuery(id, mark),
    enabled: (last ?? handover) !== undefined,
  });
  const turns = useMemo(() => data?.pages.flatMap((page) => page.data.turns) ?? [], [data]);
  const oldest = turns.at(-1)?.created_at;
  const isDue = hasNextPage && !isFetching && first !== undefined && oldest !== undefined && first.created_at < oldest;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
  return useMemo(() => {
    const shown = turns.flatMap((turn): [number, Turn][] =>
      turn.message_id === null ? [] : [[turn.message_id, turn]],
    );
    return { ofMessages: new Map(shown), newest: turns[0] };
  }, [turns]);
}
