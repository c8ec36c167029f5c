import type { Message } from '@parley/live';
import { useCallback, useMemo, useState } from 'react';
import type { useConversation } from '../../data/live/use-conversation.ts';

/** So many are drawn at the end of a chat, however long it goes on. */
const FEW = 150;
const STEP = 100;

/** The last messages, and earlier ones as the reader goes up to them: first those that are here, then those that are not. */
export function useWindow(messages: readonly Message[], history: ReturnType<typeof useConversation>['history']) {
  const [most, setMost] = useState(FEW);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = history;
  const shown = useMemo(() => messages.slice(-most), [messages, most]);
  const showMore = () => {
    if (most < messages.length) setMost(most + STEP);
    else if (hasNextPage && !isFetchingNextPage) {
      setMost(most + STEP);
      void fetchNextPage();
    }
  };
  const showFew = useCallback(() => setMost(FEW), []);
  return { shown, isWhole: !hasNextPage && most >= messages.length, showMore, showFew };
}
