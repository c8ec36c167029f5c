import { insertText } from '../form/insert-text.ts';
import { isTyping } from './is-typing.ts';
import { letterOf } from './letter-of.ts';
import { letters } from './letters.ts';
import { pressKey } from './press-key.ts';

const PATIENCE_MS = 5_000;
const names: ReadonlySet<string> = new Set(Object.values(letters));

const shortcutOf = (event: KeyboardEvent) => (event.key === '/' ? '/' : letterOf(event));

/**
 * A key clicks the visible element with that `aria-keyshortcuts`, or focuses it if it is a field. Keys that come before
 * the screen they are meant for wait for it: otherwise a reply typed too early would be read as shortcuts. Returns a
 * function that stops it.
 */
export function listenForHotkeys(isPending: () => boolean) {
  let early: KeyboardEvent[] = [];
  let held: string | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  function listen(event: KeyboardEvent) {
    // A key that is held down must not type into the field that it focused.
    if (event.repeat && event.code === held) return event.preventDefault();
    held = undefined;
    if (isTyping(event)) return;
    const shortcut = shortcutOf(event);
    if (early.length || (isPending() && shortcut && names.has(shortcut))) return keep(event);
    if (!shortcut || !pressKey(shortcut)) return;
    held = event.code;
    event.preventDefault();
  }

  function keep(event: KeyboardEvent) {
    if (event.key.length !== 1) return;
    event.preventDefault();
    early.push(event);
    if (early.length > 1) return;
    const until = Date.now() + PATIENCE_MS;
    timer = setInterval(() => {
      if (isPending() && Date.now() < until) return;
      clearInterval(timer);
      replay(early.splice(0));
    }, 10);
  }

  window.addEventListener('keydown', listen, true);
  return () => {
    clearInterval(timer);
    early = [];
    window.removeEventListener('keydown', listen, true);
  };
}

/** The first key is the shortcut; the rest was meant for the field that it focused, if any. */
function replay([first, ...rest]: KeyboardEvent[]) {
  const shortcut = first && shortcutOf(first);
  if (!shortcut || !pressKey(shortcut)) return;
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)
    insertText(field, rest.map(({ key }) => key).join(''));
}
