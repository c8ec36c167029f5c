import { type Chat, isSnoozed, isSpam } from '@parley/live';
import type { Session } from '../../data/api.ts';

/** Whether somebody wants to hear of what happens in a chat, as the server decides it for whom it tells elsewhere. */
export function concerns({ agent }: Pick<Session, 'agent'>, chat: Chat, told: readonly number[] = []) {
  if (agent.status !== 'active' || isSpam(chat) || chat.is_internal || isSnoozed(chat)) return false;
  const isOwn = chat.agent_id === agent.id || chat.agents.includes(agent.id);
  if (isOwn || told.includes(agent.id) || agent.notifications.about === 'all') return true;
  return chat.agent_id === null && !told.length;
}

/** Whether something in it waits to be read. */
export const isUnread = (chat: Chat) => chat.unread > 0 && chat.done_at === null;
