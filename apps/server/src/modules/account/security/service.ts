import type { dashboard } from '@parley/contract';
import type { OverHttp, Read, SessionContext } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as sessions from '../sessions/index.ts';
import * as users from '../users/index.ts';
import * as store from './store.ts';

export const get = (ctx: SessionContext<Read>) => store.find(ctx);

/** Takes effect at once. The owner must have a second factor, or would lock themselves out of the setting. */
export async function requireTwoFactor(ctx: SessionContext, isRequired: boolean) {
  const owner = await users.lock(ctx, ctx.principal.userId);
  if (isRequired && !(owner && users.hasTotp(owner))) {
    throw invalid({ two_factor_required: 'needs two-factor authentication to be on for you first' });
  }
  await store.update(ctx, isRequired);
  ctx.notify('security', ctx.accountId);
  return get(ctx);
}

type SessionQuery = Query<typeof dashboard.security.listSessions, 'query' | 'cursor' | 'limit'>;

export function listSessions(ctx: SessionContext<Read>, { query, ...page }: SessionQuery) {
  return paged(ctx, page, {
    position: ({ created_at, id }: { created_at: string; id: string }) => [created_at, id],
    read: ([before, beforeId], limit) => store.listSessions(ctx, { query, before, beforeId, limit }),
    item: (row) => row,
  });
}

export async function endSession(ctx: SessionContext & OverHttp, id: string) {
  const userId = await store.findUserOfSession(ctx, id);
  if (userId === undefined) throw problem('not_found');
  await sessions.endOne(ctx, userId, id);
}

/** On all devices, in every widget of the account. */
export async function endSessions(ctx: SessionContext, agentId: number) {
  const userId = await store.findUser(ctx, agentId);
  if (userId === undefined) throw problem('not_found');
  await sessions.endInAccount(ctx, userId);
}
