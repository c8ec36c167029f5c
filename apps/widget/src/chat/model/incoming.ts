import type { VisitorMessage } from '@parley/contract';
import type { VisitorState } from '@parley/live';

type Chat = VisitorState['chat'];

/** Finds what is new in each state of the live client. */
export function createIncoming() {
  let chatId: number | undefined;
  let agentId: number | undefined;
  let lastSeq = 0;

  return {
    /** What the visitor knows already. */
    start(chat: Chat, messages: readonly VisitorMessage[]) {
      lastSeq = messages.at(-1)?.seq ?? 0;
      agentId = chat?.agent?.id;
    },
    /** The visitor turned out to be another contact, who has another chat. */
    isOtherChat: ({ chat }: VisitorState) => Boolean(chatId && chat && chat.id !== chatId),
    /** Messages of others since the last state, and the agent who has just accepted the chat. */
    read({ chat, messages }: VisitorState) {
      const agent = chat?.agent;
      const acceptedBy = agent?.id === agentId ? null : agent;
      const received = messages.filter(({ seq, sender }) => seq > lastSeq && sender !== 'client');
      chatId = chat?.id ?? chatId;
      agentId = agent?.id;
      lastSeq = Math.max(lastSeq, messages.at(-1)?.seq ?? 0);
      return { received, acceptedBy };
    },
    reset() {
      chatId = undefined;
      lastSeq = 0;
    },
  };
}
