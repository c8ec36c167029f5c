import type { Chat } from '@parley/live';
import { api, type UndoableAction } from '../../../data/api.ts';

/** An optimistic update of a chat. */
export interface ChatUpdate {
  chatId: number;
  /** Changes to show before the server confirms them. */
  optimistic: Partial<Chat>;
  send: () => Promise<Chat>;
}

const awake = { snoozed_at: null, snoozed_until: null } as const;
const open = { ...awake, status: 'active', done_at: null, closed_at: null, close_reason: null } as const;
const quiet = { ...awake, waiting_since: null, awaiting_reply: false } as const;
const now = () => new Date().toISOString();

export const close = ({ id }: Chat): ChatUpdate => ({
  chatId: id,
  optimistic: { ...quiet, status: 'expired', done_at: now(), closed_at: now(), unread: 0 },
  send: () => api.chats.close({ params: { id }, body: {} }),
});

export const reopen = ({ id }: Chat): ChatUpdate => ({
  chatId: id,
  optimistic: open,
  send: () => api.chats.setState({ params: { id }, body: { state: 'active' } }),
});

export const markSpam = ({ id }: Chat): ChatUpdate => ({
  chatId: id,
  optimistic: { ...quiet, status: 'spam' },
  send: () => api.chats.setState({ params: { id }, body: { state: 'spam' } }),
});

export const markUnread = ({ id }: Chat): ChatUpdate => ({
  chatId: id,
  optimistic: { unread: 1 },
  send: () => api.chats.markUnread({ params: { id } }),
});

export const snooze = ({ id }: Chat, until: string | null): ChatUpdate => ({
  chatId: id,
  optimistic: { snoozed_at: now(), snoozed_until: until },
  send: () => api.chats.snooze({ params: { id }, body: { until } }),
});

export const wake = ({ id }: Chat): ChatUpdate => ({
  chatId: id,
  optimistic: awake,
  send: () => api.chats.unsnooze({ params: { id } }),
});

/** Undoes an action. The server restores what it changed, also when a colleague has undone it meanwhile. */
export function undo(before: Chat, undone: UndoableAction): ChatUpdate {
  const { status, done_at, closed_at, close_reason, snoozed_at, snoozed_until, waiting_since, awaiting_reply } = before;
  const wait = { waiting_since, awaiting_reply, unread: before.unread };
  return {
    chatId: before.id,
    optimistic: { status, done_at, closed_at, close_reason, snoozed_at, snoozed_until, ...wait },
    send: async () => {
      const [chat] = await api.chats.bulk({ body: { ids: [before.id], action: 'undo', undone } });
      return chat ?? before;
    },
  };
}

const owned = ({ agents }: Chat, agentId: number) => ({
  agent_id: agentId,
  agents: agents.filter((each) => each !== agentId),
  reply_owner: 'human' as const,
});

export const claim = (chat: Chat, agentId: number): ChatUpdate => ({
  chatId: chat.id,
  optimistic: owned(chat, agentId),
  send: () => api.chats.claim({ params: { id: chat.id }, body: { agent_id: agentId } }),
});

export const transfer = (chat: Chat, agentId: number, comment?: string): ChatUpdate => ({
  chatId: chat.id,
  optimistic: owned(chat, agentId),
  send: () => api.chats.transfer({ params: { id: chat.id }, body: { agent_id: agentId, ...(comment && { comment }) } }),
});

export const transferToDepartment = ({ id }: Chat, departmentId: number, comment?: string): ChatUpdate => ({
  chatId: id,
  // Routing decides who gets it.
  optimistic: { department_id: departmentId, reply_owner: 'human' },
  send: () =>
    api.chats.transfer({ params: { id }, body: { department_id: departmentId, ...(comment && { comment }) } }),
});

export const attach = ({ id, agents }: Chat, agentId: number): ChatUpdate => ({
  chatId: id,
  optimistic: { agents: [...agents, agentId] },
  send: () => api.chats.attachAgent({ params: { id }, body: { agent_id: agentId } }),
});

export const detach = ({ id, agents }: Chat, agentId: number): ChatUpdate => ({
  chatId: id,
  optimistic: { agents: agents.filter((each) => each !== agentId) },
  send: () => api.chats.detachAgent({ params: { id, agent_id: agentId } }),
});

export const requestRating = ({ id }: Chat): ChatUpdate => ({
  chatId: id,
  optimistic: { rating_requested_at: now() },
  send: () => api.chats.requestRating({ params: { id } }),
});
