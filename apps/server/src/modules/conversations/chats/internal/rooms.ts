import type { SessionPrincipal, Tenant } from '../../../../kernel/auth/principal.ts';
import type { Read, WidgetContext } from '../../../../kernel/data/context.ts';
import { problem } from '../../../../kernel/http/problems.ts';
import { agentOf, inboxOf, type Room } from '../../../../kernel/live/rooms.ts';
import type { ChatRow } from '../store.ts';
import { isInsider, listInsiders } from './room-store.ts';

type Named = Pick<ChatRow, 'id' | 'is_internal'>;

/** An operator sees the rooms of their own departments; whoever runs the widget sees all, and a token that they are there. */
export function operatorOf({ principal }: { principal: { tenant: Tenant } | SessionPrincipal }) {
  const isOperator = 'kind' in principal && principal.kind === 'session' && principal.role === 'operator';
  return isOperator ? principal.agentId : undefined;
}

/** What a department writes among itself is to others as if it were not there. */
export async function refuseOutsider(ctx: WidgetContext<Read>, { id, is_internal }: Named) {
  const operator = is_internal ? operatorOf(ctx) : undefined;
  if (operator !== undefined && !(await isInsider(ctx, id, operator))) throw problem('not_found');
}

/** Those of them that whoever asks may see. */
export async function withoutForeign<C extends Named>(ctx: WidgetContext<Read>, chats: C[]) {
  const operator = operatorOf(ctx);
  if (operator === undefined) return chats;
  const seen: C[] = [];
  for (const chat of chats) if (!chat.is_internal || (await isInsider(ctx, chat.id, operator))) seen.push(chat);
  return seen;
}

/** Who hears at once of what happens in a chat: every agent, or those whose room it is. */
export async function audienceOf(ctx: WidgetContext, { id, is_internal }: Named): Promise<Room[]> {
  if (!is_internal) return [inboxOf(ctx.widgetId)];
  return (await listInsiders(ctx, id)).map((agentId) => agentOf(ctx.widgetId, agentId));
}
