import type { VisitorMessage } from '@parley/contract';
import type { VisitorState } from '@parley/live';

/** Finds what is new and unread in each state of the live client. */
export function createIncoming() {
  let chatId: number | undefined;
  let agentId: number | undefined;
  let lastSeq = 0;
  let seenSeq = 0;

  /** What was seen here is read at once, before the server acknowledges it. */
  function countUnread({ messages, chat }: VisitorState, isVisible: boolean) {
    if (isVisible) seenSeq = messages.at(-1)?.seq ?? seenSeq;
    const unread = chat?.unread ?? 0;
    return isVisible ? 0 : seenSeq ? Math.min(unread, receivedAfter(messages, seenSeq).length) : unread;
  }

  return {
    /** What the visitor knows already. */
    start(chat: VisitorState['chat'], messages: readonly VisitorMessage[]) {
      lastSeq = messages.at(-1)?.seq ?? 0;
      agentId = chat?.agent?.id;
    },
    /** The visitor turned out to be another contact, who has another chat. */
    isOtherChat: ({ chat }: VisitorState) => Boolean(chatId && chat && chat.id !== chatId),
    /** Messages of others since the last state, the agent who has just accepted the chat, and the unread count. */
    read(live: VisitorState, isVisible: boolean) {
      const { chat, messages } = live;
      const agent = chat?.agent;
      const acceptedBy = agent?.id === agentId ? null : agent;
      const received = receivedAfter(messages, lastSeq);
      chatId = chat?.id ?? chatId;
      agentId = agent?.id;
      lastSeq = Math.max(lastSeq, messages.at(-1)?.seq ?? 0);
      return { received, acceptedBy, unread: countUnread(live, isVisible) };
    },
    reset() {
      chatId = undefined;
      lastSeq = 0;
      seenSeq = 0;
    },
  };
}

/** Messages of others after a position. */
const receivedAfter = (messages: readonly VisitorMessage[], after: number) =>
  messages.filter(({ seq, sender }) => seq > after && sender !== 'client');
