import type { Role } from '@parley/contract';
import type { Context, WidgetContext, Write } from '../../kernel/context.ts';
import { invalid } from '../../kernel/problems.ts';
import * as store from './store.ts';

export const listOfUser = store.listOfUser;

interface NewAgent {
  accountId: number;
  widgetId: number;
  userId: number;
  role: Role;
}

export function create(work: Write, { accountId, widgetId, userId, role }: NewAgent) {
  return store.insert(work, {
    account_id: accountId,
    widget_id: widgetId,
    user_id: userId,
    role,
    created_at: work.now.toString(),
  });
}

export async function exists(ctx: Context, id: number) {
  return Boolean(await store.find(ctx, ctx.widgetId, id));
}

/** A person who may answer; what a field of a body names must be one. */
export async function getHuman(ctx: WidgetContext, id: number, field: string) {
  const agent = await store.find(ctx, ctx.widgetId, id);
  if (!agent) throw invalid({ [field]: 'is not an agent of this widget' });
  if (agent.type !== 'human') throw invalid({ [field]: 'must be a person, never the AI operator' });
  if (agent.status === 'banned') throw invalid({ [field]: 'is suspended' });
  return agent;
}
