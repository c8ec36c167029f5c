/** How long somebody is taken to be typing after it was last said. */
export const TYPING_HOLDS_MS = 10_000;

const AGAIN_MS = 5_000;
/** It may be said 120 times a minute, and the server passes one text in a second on: this loses none. */
const PREVIEW_MS = 2_000;
const LONGEST_PREVIEW = 1_000;

export type TypingState = 'start' | 'stop';

/** Says that somebody is typing, as often as it takes and no more. */
export function createTyping(say: (state: TypingState, text?: string) => void) {
  let saidAt: number | undefined;
  let saidText: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function start(text: string | undefined) {
    saidAt = Date.now();
    saidText = text;
    say('start', text);
  }

  /** A message says by itself that nobody is typing any more. */
  function forget() {
    clearTimeout(timer);
    saidAt = undefined;
  }

  function type(state: TypingState, whole?: string) {
    clearTimeout(timer);
    if (state === 'stop') {
      if (saidAt !== undefined) say('stop');
      return forget();
    }
    const text = whole?.slice(0, LONGEST_PREVIEW);
    const isNews = text !== undefined && text !== saidText;
    const left = saidAt === undefined ? 0 : saidAt + (isNews ? PREVIEW_MS : AGAIN_MS) - Date.now();
    if (left <= 0) start(text);
    else if (isNews) timer = setTimeout(start, left, text);
  }

  return { type, forget };
}
