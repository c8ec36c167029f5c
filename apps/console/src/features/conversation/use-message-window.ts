import type { Message } from '@parley/live';
import { useCallback, useMemo, useState } from 'react';
import type { useConversation } from '../../data/live/use-conversation.ts';

/** Messages rendered at first. */
const INITIAL_COUNT = 150;
const STEP = 100;

/** The last messages; scrolling up adds loaded ones first, then fetches more. */
export function useMessageWindow(messages: readonly Message[], history: ReturnType<typeof useConversation>['history']) {
  const [most, setMost] = useState(INITIAL_COUNT);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = history;
  const shown = useMemo(() => messages.slice(-most), [messages, most]);
  const showMore = () => {
    if (most < messages.length) setMost(most + STEP);
    else if (hasNextPage && !isFetchingNextPage) {
      setMost(most + STEP);
      void fetchNextPage();
    }
  };
  const resetWindow = useCallback(() => setMost(INITIAL_COUNT), []);
  return { shown, isWhole: !hasNextPage && most >= messages.length, showMore, resetWindow };
}
