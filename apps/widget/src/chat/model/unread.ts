import type { VisitorState } from '@parley/live';

/** Counts unread messages. What was seen here is read at once, before the server acknowledges it. */
export function createUnreadCounter() {
  let seenSeq = 0;

  return {
    count({ messages, chat }: VisitorState, isVisible: boolean) {
      const unread = chat?.unread ?? 0;
      if (isVisible) {
        seenSeq = messages.at(-1)?.seq ?? seenSeq;
        return 0;
      }
      if (!seenSeq) return unread;
      return Math.min(unread, messages.filter(({ seq, sender }) => seq > seenSeq && sender !== 'client').length);
    },
    reset() {
      seenSeq = 0;
    },
  };
}
