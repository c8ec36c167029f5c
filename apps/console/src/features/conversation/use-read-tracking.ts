import type { Chat, Message } from '@parley/live';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLiveConnection } from '../../data/live/live.tsx';
import { useSession } from '../../data/session.ts';

const subscribe = (listener: () => void) => {
  const events = ['focus', 'blur'] as const;
  for (const name of events) addEventListener(name, listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    for (const name of events) removeEventListener(name, listener);
    document.removeEventListener('visibilitychange', listener);
  };
};

/** Whether the page is visible and focused. */
function usePageFocus() {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible' && document.hasFocus());
}

/**
 * Marks messages as seen when the end of the chat is visible and the page is focused. Looking into a colleague's chat
 * marks nothing until one has answered: neither they nor the visitor should take it for read.
 */
export function useReadTracking(chat: Chat, { messages, isAtEnd }: { messages: readonly Message[]; isAtEnd: boolean }) {
  const live = useLiveConnection();
  const me = useSession().agent.id;
  const isFocused = usePageFocus();
  const last = messages.findLast(({ sender }) => sender === 'client');
  const isConcerned = chat.agent_id === null || chat.agent_id === me || chat.agents.includes(me);
  const hasAnswered = messages.some(
    ({ id, agent_id, private: isNote }) => id > (last?.id ?? 0) && agent_id === me && !isNote,
  );
  const isDue = isFocused && isAtEnd && chat.unread > 0 && (isConcerned || hasAnswered);
  useEffect(() => {
    if (isDue && last) live.see(chat.id, last.id);
  }, [live, chat.id, isDue, last]);
}

/** The first unread message when the chat was opened. The line before it stays until the chat is left. */
export function useUnreadFrom(chat: Chat, messages: readonly Message[]) {
  const [from] = useState(
    () => messages.find((each) => each.sender === 'client' && (each.seq ?? 0) > chat.agent_seen_seq)?.id,
  );
  return from;
}

/** Messages that arrived while the reader was scrolled up. */
export function useNewMessageCount(messages: readonly Message[], isAway: boolean) {
  const last = messages.at(-1)?.id ?? 0;
  const leftAt = useRef(last);
  if (!isAway) leftAt.current = last;
  return messages.filter(({ id }) => id > leftAt.current).length;
}
