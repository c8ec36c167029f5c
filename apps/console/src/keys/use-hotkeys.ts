import { useEffect } from 'react';
import { isTyping } from './is-typing.ts';

/**
 * One key, one element: whatever is on the screen and says `aria-keyshortcuts` is pressed by that key, or takes the focus if
 * it is a field. So a key works exactly where its button can be seen.
 */
export function useHotkeys() {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!/^[a-z]$/.test(event.key) || isTyping(event)) return;
      const named = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${event.key}"]`);
      const target = [...named].find((element) => element.checkVisibility());
      if (!target) return;
      event.preventDefault();
      target.focus();
      if (!target.matches('input, textarea')) target.click();
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
