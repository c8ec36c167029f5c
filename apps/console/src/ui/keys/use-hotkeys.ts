import { useEffect } from 'react';
import { isTyping } from './is-typing.ts';
import { pressKey } from './press-key.ts';

/**
 * A key clicks the visible element with that `aria-keyshortcuts`, or focuses it if it is a field.
 * So a shortcut works exactly where its button is visible.
 */
export function useHotkeys() {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!/^[a-z]$/.test(event.key) || isTyping(event)) return;
      if (pressKey(event.key)) event.preventDefault();
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
