import type { SessionPrincipal, Tenant } from '../../../../kernel/auth/principal.ts';
import type { Read, WidgetWork } from '../../../../kernel/data/context.ts';
import type { Room } from '../../../../kernel/data/publications.ts';
import { agentOf, inboxOf } from '../../../../kernel/live/rooms.ts';
import { problem } from '../../../../kernel/problems.ts';
import type { ChatRow } from '../store.ts';
import { isDepartmentMember, listAgentsWithAccess } from './store.ts';

type ChatRef = Pick<ChatRow, 'id' | 'is_internal'>;

/**
 * The calling operator, whose access to internal chats is limited to their departments; undefined for other roles and
 * tokens.
 */
export function operatorOf({ principal }: { principal: { tenant: Tenant } | SessionPrincipal }) {
  const isOperator = 'kind' in principal && principal.kind === 'session' && principal.role === 'operator';
  return isOperator ? principal.agentId : undefined;
}

/** An internal chat does not exist for operators outside its department. */
export async function requireAccess(ctx: WidgetWork<Read>, { id, is_internal }: ChatRef) {
  const operator = is_internal ? operatorOf(ctx) : undefined;
  if (operator !== undefined && !(await isDepartmentMember(ctx, id, operator))) throw problem('not_found');
}

/** The chats that the caller may see. */
export async function filterAccessible<C extends ChatRef>(ctx: WidgetWork<Read>, chats: C[]) {
  const operator = operatorOf(ctx);
  if (operator === undefined) return chats;
  const seen: C[] = [];
  for (const chat of chats)
    if (!chat.is_internal || (await isDepartmentMember(ctx, chat.id, operator))) seen.push(chat);
  return seen;
}

/** Live rooms of the agents who see the chat: the whole inbox, or each agent with access to an internal chat. */
export async function agentRoomsOf(ctx: WidgetWork, { id, is_internal }: ChatRef): Promise<Room[]> {
  if (!is_internal) return [inboxOf(ctx.widgetId)];
  return (await listAgentsWithAccess(ctx, id)).map((agentId) => agentOf(ctx.widgetId, agentId));
}
