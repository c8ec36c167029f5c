import type { Memory } from '../shell.ts';
import type { Appearance } from './appearance.ts';

/** Links in mails open the chat by it. */
const OPENING_HASH = '#service-chat';

/** Reveals the launcher, and opens the chat where the owner, a link or the previous page says so. */
export function scheduleOpening(button: HTMLElement, memory: Memory, appearance: Appearance, open: () => void) {
  setTimeout(reveal, appearance.device().reveal_seconds * 1_000);
  if (location.hash === OPENING_HASH || (memory.get('open') === '1' && !appearance.look().isPhone)) open();

  function reveal() {
    button.hidden = false;
    const { auto_open_seconds } = appearance.device();
    if (auto_open_seconds) setTimeout(openOnce, auto_open_seconds * 1_000);
  }

  /** Unless the chat was opened before, on this page or an earlier one. */
  function openOnce() {
    if (memory.get('open') === undefined) open();
  }
}
