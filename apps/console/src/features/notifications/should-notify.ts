import { type Chat, isSnoozed, isSpam } from '@parley/live';
import type { Session } from '../../data/api.ts';

/** Whether to notify the agent of a message in this chat. The server has the same rule for push and e-mail. */
export function shouldNotify({ agent }: Pick<Session, 'agent'>, chat: Chat, notifiedAgents: readonly number[] = []) {
  if (agent.status !== 'active' || isSpam(chat) || chat.is_internal || isSnoozed(chat)) return false;
  // When the AI hands a chat over, the visitor's message is published again.
  if (chat.reply_owner === 'ai') return false;
  const isOwn = chat.agent_id === agent.id || chat.agents.includes(agent.id);
  if (isOwn || notifiedAgents.includes(agent.id) || agent.notifications.about === 'all') return true;
  return chat.agent_id === null && !notifiedAgents.length;
}

export const isUnread = (chat: Chat) => chat.unread > 0 && chat.done_at === null;
