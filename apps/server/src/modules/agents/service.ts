import type { Role } from '@parley/contract';
import type { Context, Write } from '../../kernel/context.ts';
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
