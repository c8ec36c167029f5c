import { useEffect } from 'react';
import { isTyping } from './is-typing.ts';
import { pressKey } from './press-key.ts';

/**
 * One key, one element: whatever is on the screen and says `aria-keyshortcuts` is pressed by that key, or takes the focus if
 * it is a field. So a key works exactly where its button can be seen.
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
