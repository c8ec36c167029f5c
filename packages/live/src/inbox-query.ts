import type { Chat, ChatView } from '@parley/contract';

/** The parameters of `GET /v1/chats` that can be answered from a chat alone. */
export interface InboxQuery {
  view: ChatView;
  channel?: string;
  agent_id?: number;
  unread?: number;
}

export const isSpam = (chat: Chat) => chat.status === 'spam';
export const isDone = (chat: Chat) => chat.done_at !== null && !isSpam(chat);
export const isSnoozed = (chat: Chat) => chat.snoozed_at !== null;

const isOpen = (chat: Chat) => chat.done_at === null && !isSnoozed(chat) && !isSpam(chat);
const isHandledByAi = ({ handling }: Chat) => handling === 'ai' || handling === 'human_to_ai';

/** The server has the same rules in SQL; its tests compare both. Internal rooms are in no view. */
const VIEWS: Record<ChatView, (chat: Chat, agentId: number) => boolean> = {
  mine: (chat, agentId) => isOpen(chat) && chat.agent_id === agentId,
  unassigned: (chat) => isOpen(chat) && chat.agent_id === null && !isHandledByAi(chat),
  open: isOpen,
  ai: (chat) => isOpen(chat) && chat.agent_id === null && isHandledByAi(chat),
  snoozed: isSnoozed,
  done: isDone,
  spam: isSpam,
};

/** In the order in which they are offered. */
export const chatViews = Object.keys(VIEWS) as ChatView[];

/** The narrowest view that has the chat. */
export function viewOf(chat: Chat, agentId: number): ChatView {
  const order = ['spam', 'done', 'snoozed', 'mine', 'ai', 'unassigned'] as const;
  return order.find((view) => VIEWS[view](chat, agentId)) ?? 'open';
}

/** Whether the server would list the chat for this query of the agent. */
export function matchesInbox(chat: Chat, { view, channel, agent_id, unread }: InboxQuery, agentId: number) {
  if (chat.is_internal || !VIEWS[view](chat, agent_id ?? agentId)) return false;
  if (channel !== undefined && chat.channel !== channel) return false;
  if (agent_id !== undefined && chat.agent_id !== agent_id) return false;
  return unread === undefined || chat.unread > 0 === (unread === 1);
}

/** The order of `sort=waiting`: longest waiting first, then by the newest message. */
export function compareByWaiting(a: Chat, b: Chat) {
  if (a.waiting_since !== b.waiting_since) {
    if (a.waiting_since === null) return 1;
    if (b.waiting_since === null) return -1;
    return a.waiting_since < b.waiting_since ? -1 : 1;
  }
  if (a.waiting_since !== null) return a.id - b.id;
  const [one, other] = [a, b].map(({ last_message_at, created_at }) => last_message_at ?? created_at) as [
    string,
    string,
  ];
  if (one === other) return b.id - a.id;
  return one < other ? 1 : -1;
}
