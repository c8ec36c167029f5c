/** How long a typing notice counts when no other follows. */
export const TYPING_EXPIRES_MS = 10_000;

const REPEAT_MS = 5_000;
/** Below the limit of 120 notices a minute, and above the second within which the server forwards one preview. */
const PREVIEW_INTERVAL_MS = 2_000;
const MAX_PREVIEW_LENGTH = 1_000;

export type TypingState = 'start' | 'stop';

/** Turns keystrokes into throttled typing notices. */
export function createTypingNotifier(send: (state: TypingState, text?: string) => void) {
  let sentAt: number | undefined;
  let sentText: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function start(text: string | undefined) {
    sentAt = Date.now();
    sentText = text;
    send('start', text);
  }

  /** Without a notice: a sent message ends typing by itself. */
  function reset() {
    clearTimeout(timer);
    sentAt = undefined;
  }

  function update(state: TypingState, whole?: string) {
    clearTimeout(timer);
    if (state === 'stop') {
      if (sentAt !== undefined) send('stop');
      return reset();
    }
    const text = whole?.slice(0, MAX_PREVIEW_LENGTH);
    const isNewText = text !== undefined && text !== sentText;
    const left = sentAt === undefined ? 0 : sentAt + (isNewText ? PREVIEW_INTERVAL_MS : REPEAT_MS) - Date.now();
    if (left <= 0) start(text);
    else if (isNewText) timer = setTimeout(start, left, text);
  }

  return { update, reset };
}
