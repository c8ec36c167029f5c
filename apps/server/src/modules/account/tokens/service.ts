import { hash, randomBytes } from 'node:crypto';
import type { dashboard, Scope } from '@parley/contract';
import type { Before, Context, Read, SessionContext, Write } from '../../../kernel/data/context.ts';
import { readMoment } from '../../../kernel/data/moments.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as sessions from '../sessions/index.ts';
import * as store from './store.ts';

/** Recognised by people and secret scanners. */
const PREFIX = 'prl_';
export const TOKEN_PATTERN = /^prl_[\w-]{43}$/;

export const hashToken = (token: string) => hash('sha256', token, 'buffer');

type NewToken = Pick<Requested, 'name' | 'scopes' | 'expires_at'>;
type Changes = Body<typeof dashboard.tokens.update, 'name' | 'scopes'>;

/** For the command line. */
export async function issue(work: Write, widgetId: number, token: NewToken) {
  const issued = await insert(work, widgetId, token);
  work.audit({ action: 'token.created', widgetId, id: issued.id, name: token.name, after: token });
  return issued;
}

/** The token is returned once and never stored. */
async function insert(work: Write, widgetId: number, { name, scopes, expires_at }: NewToken) {
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

type Requested = Body<typeof dashboard.tokens.create, 'name' | 'scopes' | 'expires_at' | 'password'>;

/** Asks for the password: a token outlives the session of an unattended console. */
export async function create(ctx: Before<SessionContext<Read>>, { password, ...token }: Requested) {
  refuseExcessScopes(ctx, token.scopes);
  const expires_at = readExpiry(ctx, token);
  const user = await sessions.confirmPassword(ctx, password);
  return async (inside: SessionContext) => {
    await sessions.lockUnchanged(inside, user);
    return insert(inside, inside.widgetId, { ...token, expires_at });
  };
}

function readExpiry(ctx: Read, token: NewToken) {
  const expiry = token.expires_at ? readMoment(token.expires_at) : undefined;
  if (expiry && Temporal.Instant.compare(expiry, ctx.now) <= 0) throw invalid({ expires_at: 'must be in the future' });
  return expiry?.toString();
}

export function list(ctx: SessionContext<Read>, query: Query<typeof dashboard.tokens.list, 'cursor' | 'limit'>) {
  return paged(ctx, query, {
    position: ({ id }: { id: number }) => [id],
    read: ([before], limit) => store.list(ctx, { before, limit }),
    item: (row) => row,
  });
}

export async function get(ctx: SessionContext<Read>, id: number) {
  const token = await store.find(ctx, id);
  if (!token) throw problem('not_found');
  return token;
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
  const revoked = await store.revoke(work, id);
  if (!revoked) throw problem('not_found');
  work.notify('token', id);
  work.audit({ action: 'token.revoked', widgetId: revoked.widget_id, id, name: revoked.name });
}

function notifyChange<Row extends { id: number }>(ctx: Context, token: Row | undefined): Row {
  if (!token) throw problem('not_found');
  ctx.notify('token', token.id);
  return token;
}

/** Agents cannot grant scopes that their role lacks. */
function refuseExcessScopes({ principal }: Pick<SessionContext<Read>, 'principal'>, scopes: Scope[]) {
  const foreign = scopes.filter((scope) => !principal.scopes.has(scope));
  if (foreign.length) throw invalid({ scopes: `must not exceed those of your role: ${foreign.join(', ')}` });
}
