import type { Message } from '@parley/live';
import { useCallback, useMemo, useState } from 'react';
import type { useConversation } from '../../data/live/use-conversation.ts';

/** Messages rendered at first. */
const INITIAL_COUNT = 150;
const STEP = 100;

/** The last messages; scrolling up adds loaded ones first, then fetches more. */
export function useMessageWindow(messages: readonly Message[], history: ReturnType<typeof useConversation>['history']) {
  const [limit, setLimit] = useState(INITIAL_COUNT);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = history;
  const shown = useMemo(() => messages.slice(-limit), [messages, limit]);
  const showMore = () => {
    if (limit < messages.length) setLimit(limit + STEP);
    else if (hasNextPage && !isFetchingNextPage) {
      setLimit(limit + STEP);
      void fetchNextPage();
    }
  };
  const resetWindow = useCallback(() => setLimit(INITIAL_COUNT), []);
  return { shown, isWhole: !hasNextPage && limit >= messages.length, showMore, resetWindow };
}
