import type { Chat } from '@parley/live';
import { api } from '../../../data/api.ts';

/** Something that is done to a chat. */
export interface Deed {
  chatId: number;
  /** What it will change, as far as it is known before the server says so. */
  shown: Partial<Chat>;
  send: () => Promise<Chat>;
}

const awake = { snoozed_at: null, snoozed_until: null } as const;
const open = { ...awake, status: 'active', done_at: null, closed_at: null, close_reason: null } as const;
const quiet = { ...awake, waiting_since: null, awaiting_reply: false } as const;
const now = () => new Date().toISOString();

export const closing = ({ id }: Chat): Deed => ({
  chatId: id,
  shown: { ...quiet, status: 'expired', done_at: now(), closed_at: now() },
  send: () => api.chats.close({ params: { id }, body: {} }),
});

export const opening = ({ id }: Chat): Deed => ({
  chatId: id,
  shown: open,
  send: () => api.chats.setState({ params: { id }, body: { state: 'active' } }),
});

export const markingSpam = ({ id }: Chat): Deed => ({
  chatId: id,
  shown: { ...quiet, status: 'spam' },
  send: () => api.chats.setState({ params: { id }, body: { state: 'spam' } }),
});

export const snoozing = ({ id }: Chat, until: string | null): Deed => ({
  chatId: id,
  shown: { snoozed_at: now(), snoozed_until: until },
  send: () => api.chats.snooze({ params: { id }, body: { until } }),
});

export const waking = ({ id }: Chat): Deed => ({
  chatId: id,
  shown: awake,
  send: () => api.chats.unsnooze({ params: { id } }),
});

/** Brings a chat that was closed or marked back to how it stood before. */
export function restoring(before: Chat): Deed {
  const { status, done_at, closed_at, close_reason, snoozed_at, snoozed_until, waiting_since, awaiting_reply } = before;
  const again = done_at !== null ? closing(before) : snoozed_at !== null && snoozing(before, snoozed_until);
  return {
    chatId: before.id,
    shown: { status, done_at, closed_at, close_reason, snoozed_at, snoozed_until, waiting_since, awaiting_reply },
    send: async () => {
      const opened = await opening(before).send();
      return again ? again.send() : opened;
    },
  };
}

const owned = ({ agents }: Chat, agentId: number) => ({
  agent_id: agentId,
  agents: agents.filter((each) => each !== agentId),
});

export const claiming = (chat: Chat, agentId: number): Deed => ({
  chatId: chat.id,
  shown: owned(chat, agentId),
  send: () => api.chats.claim({ params: { id: chat.id }, body: { agent_id: agentId } }),
});

export const giving = (chat: Chat, agentId: number, comment?: string): Deed => ({
  chatId: chat.id,
  shown: owned(chat, agentId),
  send: () => api.chats.transfer({ params: { id: chat.id }, body: { agent_id: agentId, ...(comment && { comment }) } }),
});

export const attaching = ({ id, agents }: Chat, agentId: number): Deed => ({
  chatId: id,
  shown: { agents: [...agents, agentId] },
  send: () => api.chats.attachAgent({ params: { id }, body: { agent_id: agentId } }),
});

export const detaching = ({ id, agents }: Chat, agentId: number): Deed => ({
  chatId: id,
  shown: { agents: agents.filter((each) => each !== agentId) },
  send: () => api.chats.detachAgent({ params: { id, agent_id: agentId } }),
});

export const askingRating = ({ id }: Chat): Deed => ({
  chatId: id,
  shown: { rating_requested_at: now() },
  send: () => api.chats.requestRating({ params: { id } }),
});
