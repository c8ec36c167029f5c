import type { Chat } from '@parley/live';
import type { InboxSearch, View } from './inbox-search.ts';

type Belongs = (chat: Chat, agentId: number) => boolean;

const isOpen = (chat: Chat) => chat.done_at === null && chat.snoozed_at === null && chat.status !== 'spam';
const isWithAi = (chat: Chat) => chat.agent_id === null && chat.handled_by?.type === 'ai';

/** Which chats a view shows: the same words as the server's, for chats that change while one looks. */
const belongs: Record<View, Belongs> = {
  mine: (chat, agentId) => isOpen(chat) && chat.agent_id === agentId,
  unassigned: (chat) => isOpen(chat) && chat.agent_id === null && !isWithAi(chat),
  open: isOpen,
  ai: (chat) => isOpen(chat) && isWithAi(chat),
  snoozed: (chat) => chat.snoozed_at !== null,
  done: (chat) => chat.done_at !== null && chat.status !== 'spam',
  spam: (chat) => chat.status === 'spam',
};

/** What only the server can tell of a chat: then its pages are shown as they are. */
export const isAnsweredByServer = ({ q, tag }: InboxSearch) => q !== undefined || tag !== undefined;

export function fits(chat: Chat, { view = 'open', channel, agent, unread }: InboxSearch, agentId: number) {
  if (chat.is_internal || !belongs[view](chat, agentId)) return false;
  if (channel !== undefined && chat.channel !== channel) return false;
  if (agent !== undefined && chat.agent_id !== agent) return false;
  return !unread || chat.unread > 0;
}

const movedAt = (chat: Chat) => chat.last_message_at ?? chat.created_at;

/** Who waits first, and of those who has waited longest; then whoever wrote or was written to last. */
export function compareChats(a: Chat, b: Chat) {
  if (a.waiting_since !== b.waiting_since) {
    if (a.waiting_since === null) return 1;
    if (b.waiting_since === null) return -1;
    return a.waiting_since < b.waiting_since ? -1 : 1;
  }
  if (a.waiting_since !== null) return a.id - b.id;
  const [one, other] = [movedAt(a), movedAt(b)];
  if (one === other) return b.id - a.id;
  return one < other ? 1 : -1;
}
