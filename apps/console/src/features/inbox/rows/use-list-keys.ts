import type { Chat } from '@parley/live';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { isTyping } from '../../../ui/keys/is-typing.ts';
import { letterOf } from '../../../ui/keys/letter-of.ts';

interface ListKeys {
  scroller: RefObject<HTMLElement | null>;
  chats: readonly Chat[];
  chosen: number | undefined;
  scrollTo(index: number): void;
}

/** `j` and `k` move through the list; Enter opens the focused chat as any link. */
export function useListKeys({ scroller, chats, chosen, scrollTo }: ListKeys) {
  /** The current row: its focus may lag a frame behind the next key. */
  const stands = useRef<number>(undefined);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const letter = letterOf(event);
    if ((letter !== 'j' && letter !== 'k') || isTyping(event)) return;
    event.preventDefault();
    const focused = (document.activeElement as HTMLElement | null)?.dataset.chat;
    const from = chats.findIndex(({ id }) => id === (stands.current ?? Number(focused ?? chosen)));
    const next = Math.min(chats.length - 1, Math.max(0, from + (letter === 'j' ? 1 : -1)));
    const chat = chats[next];
    if (!chat) return;
    scrollTo(next);
    stands.current = chat.id;
    const focus = () => {
      const row = scroller.current?.querySelector<HTMLElement>(`[data-chat="${chat.id}"]`);
      row?.focus();
      if (row && stands.current === chat.id) stands.current = undefined;
      return row;
    };
    // Rows out of view are rendered after scrolling.
    if (!focus()) requestAnimationFrame(focus);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
