import { hash, randomBytes } from 'node:crypto';
import type { dashboard, Scope } from '@parley/contract';
import type { Context, Read, SessionContext, Write } from '../../../kernel/data/context.ts';
import { readMoment } from '../../../kernel/data/moments.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as store from './store.ts';

/** Recognised by people and secret scanners. */
const PREFIX = 'prl_';
export const TOKEN_PATTERN = /^prl_[\w-]{43}$/;

export const hashToken = (token: string) => hash('sha256', token, 'buffer');

type NewToken = Body<typeof dashboard.tokens.create, 'name' | 'scopes' | 'expires_at'>;
type Changes = Body<typeof dashboard.tokens.update, 'name' | 'scopes'>;

/** The token is returned once and never stored. */
export async function issue(work: Write, widgetId: number, { name, scopes, expires_at }: NewToken) {
  const token = PREFIX + randomBytes(32).toString('base64url');
  const row = await store.insert(work, {
    widget_id: widgetId,
    name,
    hash: hashToken(token),
    scopes,
    expires_at,
    created_at: work.now.toString(),
  });
  return { ...row, token };
}

export async function create(ctx: SessionContext, token: NewToken) {
  refuseExcessScopes(ctx, token.scopes);
  const expiry = token.expires_at ? readMoment(token.expires_at) : undefined;
  if (expiry && Temporal.Instant.compare(expiry, ctx.now) <= 0) throw invalid({ expires_at: 'must be in the future' });
  return issue(ctx, ctx.widgetId, { ...token, expires_at: expiry?.toString() });
}

export function list(ctx: SessionContext<Read>, query: Query<typeof dashboard.tokens.list, 'cursor' | 'limit'>) {
  return paged(ctx, query, {
    position: ({ id }: { id: number }) => [id],
    read: ([before], limit) => store.list(ctx, { before, limit }),
    item: (row) => row,
  });
}

export async function update(ctx: SessionContext, id: number, changes: Changes) {
  refuseExcessScopes(ctx, changes.scopes ?? []);
  return notifyChange(ctx, await store.update(ctx, id, changes));
}

export async function remove(ctx: SessionContext, id: number) {
  notifyChange(ctx, await store.revokeOwn(ctx, id));
}

/** For the command line, across widgets. */
export async function revoke(work: Write, id: number) {
  if (!(await store.revoke(work, id))) throw problem('not_found');
  work.notify('token', id);
}

function notifyChange<Row extends { id: number }>(ctx: Context, token: Row | undefined): Row {
  if (!token) throw problem('not_found');
  ctx.notify('token', token.id);
  return token;
}

/** Agents cannot grant scopes that their role lacks. */
function refuseExcessScopes({ principal }: SessionContext, scopes: Scope[]) {
  const foreign = scopes.filter((scope) => !principal.scopes.has(scope));
  if (foreign.length) throw invalid({ scopes: `must not exceed those of your role: ${foreign.join(', ')}` });
}
