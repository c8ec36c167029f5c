import type { Chat, Message } from '@parley/live';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useDesk } from '../../data/live/live.tsx';

const subscribe = (listener: () => void) => {
  const events = ['focus', 'blur'] as const;
  for (const name of events) addEventListener(name, listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    for (const name of events) removeEventListener(name, listener);
    document.removeEventListener('visibilitychange', listener);
  };
};

/** Whether somebody looks at this page now. */
function useLooking() {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible' && document.hasFocus());
}

/** What the visitor wrote is seen when its end is in sight of somebody. */
export function useSeeing(chat: Chat, { messages, isAtEnd }: { messages: readonly Message[]; isAtEnd: boolean }) {
  const desk = useDesk();
  const isLooking = useLooking();
  const last = messages.findLast(({ sender }) => sender === 'client');
  const isDue = isLooking && isAtEnd && chat.unread > 0;
  useEffect(() => {
    if (isDue && last) desk.see(chat.id, last.id);
  }, [desk, chat.id, isDue, last]);
}

/** The first message that nobody had seen when the chat was opened: a line before it stays until the chat is left. */
export function useUnreadFrom(chat: Chat, messages: readonly Message[]) {
  const [from] = useState(
    () => messages.find((each) => each.sender === 'client' && (each.seq ?? 0) > chat.agent_seen_seq)?.id,
  );
  return from;
}

/** How many messages of others came while the reader was further up. */
export function useFreshCount(messages: readonly Message[], isAway: boolean) {
  const last = messages.at(-1)?.id ?? 0;
  const leftAt = useRef(last);
  if (!isAway) leftAt.current = last;
  return messages.filter(({ id }) => id > leftAt.current).length;
}
