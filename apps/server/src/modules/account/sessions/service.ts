import { hash, randomBytes } from 'node:crypto';
import { type dashboard, type Role, roleScopes } from '@parley/contract';
import { clearSessionCookie, writeSessionCookie } from '../../../kernel/auth/session-cookie.ts';
import type { InWidget, OverHttp, PublicContext, Read, SessionContext, Write } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as agents from '../agents/index.ts';
import * as signIns from '../sign-ins/index.ts';
import * as users from '../users/index.ts';
import * as store from './store.ts';

const DAYS = 14;

export const hashSession = (id: string) => hash('sha256', id, 'buffer');
/** From the last use on. */
export const validityFrom = (now: Temporal.Instant) => ({
  last_active_at: now.toString(),
  expires_at: now.add({ hours: 24 * DAYS }).toString(),
});

interface SessionAgent {
  userId: number;
  agentId: number;
  widgetId: number;
  role: Role;
}

/** Only the cookie has the id. */
async function insertSession(ctx: PublicContext & OverHttp, { userId, agentId, widgetId, role }: SessionAgent) {
  const id = randomBytes(32).toString('base64url');
  await store.insert(ctx, {
    hash: hashSession(id),
    user_id: userId,
    agent_id: agentId,
    widget_id: widgetId,
    role,
    address: ctx.caller.address,
    country: ctx.caller.country(),
    user_agent: signIns.shorten(ctx.caller.userAgent),
    created_at: ctx.now.toString(),
    ...validityFrom(ctx.now),
  });
  ctx.response.setHeader('set-cookie', writeSessionCookie(ctx.publicUrl, id));
}

export async function start(ctx: PublicContext & OverHttp, agent: SessionAgent) {
  await signIns.record(ctx, agent.userId, 'succeeded');
  return enter(ctx, agent);
}

async function enter(ctx: PublicContext & OverHttp, agent: SessionAgent) {
  await insertSession(ctx, agent);
  agents.record({ ...ctx, widgetId: agent.widgetId }, agent.agentId, 'signed_in');
  return describe(ctx, agent);
}

/** Replaces the session's id, which voids the old one. `change` runs in between. */
export async function renew(ctx: SessionContext & OverHttp, change = async () => {}) {
  await removeCurrent(ctx);
  await change();
  await insertSession(ctx, currentAgentOf(ctx));
}

/** Throws if the session was ended meanwhile, so that it cannot continue under a new id. */
async function removeCurrent(ctx: SessionContext) {
  await users.lock(ctx, ctx.principal.userId);
  if (!(await store.remove(ctx, ctx.principal.hash))) throw problem('session_required');
  notifyEnd(ctx, ctx.principal.hash);
}

function notifyEnd({ notify }: Write, hash: Buffer) {
  notify('session', hash.toString('base64url'));
}

/** An expired session had ended already. */
function recordEnd(work: Write, { agent_id, widget_id, expires_at }: store.EndedSession) {
  if (Temporal.Instant.compare(expires_at, work.now) <= 0) return;
  agents.record({ ...work, widgetId: widget_id }, agent_id, 'signed_out');
}

export async function end(ctx: SessionContext & OverHttp) {
  await removeCurrent(ctx);
  agents.record(ctx, ctx.principal.agentId, 'signed_out');
  ctx.response.setHeader('set-cookie', clearSessionCookie(ctx.publicUrl));
}

export function list(ctx: SessionContext<Read>, query: Query<typeof dashboard.session.list, 'cursor' | 'limit'>) {
  const { userId, hash: current } = ctx.principal;
  return paged(ctx, query, {
    position: ({ created_at, id }: { created_at: string; id: string }) => [created_at, id],
    read: ([before, beforeId], limit) => store.listOfUser(ctx, userId, { current, before, beforeId, limit }),
    item: (row) => row,
  });
}

export async function endOne(ctx: SessionContext & OverHttp, userId: number, id: string) {
  const { hash: current } = ctx.principal;
  await users.lock(ctx, userId);
  const ended = await store.removeByPublicId(ctx, userId, id);
  if (!ended) throw problem('not_found');
  notifyEnd(ctx, ended.hash);
  recordEnd(ctx, ended);
  if (ended.hash.equals(current)) ctx.response.setHeader('set-cookie', clearSessionCookie(ctx.publicUrl));
}

export async function endOthers(ctx: SessionContext) {
  const { userId, hash: current } = ctx.principal;
  await users.lock(ctx, userId);
  for (const ended of await store.removeOthers(ctx, userId, current)) {
    notifyEnd(ctx, ended.hash);
    recordEnd(ctx, ended);
  }
}

export async function endAll(work: Write, userId: number) {
  await users.lock(work, userId);
  for (const ended of await store.removeOfUser(work, userId)) recordEnd(work, ended);
  work.notify('user', userId);
}

/** Ends a user's sessions in the widgets of one account. */
export async function endInAccount(ctx: SessionContext, userId: number) {
  await users.lock(ctx, userId);
  for (const ended of await store.removeInAccount(ctx, userId)) {
    notifyEnd(ctx, ended.hash);
    recordEnd(ctx, ended);
  }
}

/** For an agent who was suspended, removed or got another role. */
export async function endOfAgent(work: InWidget, { id, user_id }: { id: number; user_id: number | null }) {
  if (user_id !== null) await users.lock(work, user_id);
  for (const ended of await store.removeOfAgent(work, work.widgetId, id)) recordEnd(work, ended);
  work.notify('agent', id);
}

export async function endAllOwn(ctx: SessionContext & OverHttp) {
  await endAll(ctx, ctx.principal.userId);
  ctx.response.setHeader('set-cookie', clearSessionCookie(ctx.publicUrl));
}

export const get = (ctx: SessionContext<Read>) => describe(ctx, currentAgentOf(ctx));

function currentAgentOf({ principal: { userId, agentId, role, tenant } }: SessionContext<Read>): SessionAgent {
  return { userId, agentId, role, widgetId: tenant.widgetId };
}

/** Under a new id, since the role may differ there. */
export async function switchWidget(ctx: SessionContext & OverHttp, widgetId: number) {
  const { userId } = ctx.principal;
  const agent = (await agents.listOfUser(ctx, userId)).find((each) => each.widget_id === widgetId);
  if (!agent) throw invalid({ widget_id: 'is not a widget you work in' });
  const target = { userId, agentId: agent.id, widgetId, role: agent.role };
  await removeCurrent(ctx);
  if (widgetId === ctx.widgetId) {
    await insertSession(ctx, target);
    return describe(ctx, target);
  }
  agents.record(ctx, ctx.principal.agentId, 'signed_out');
  return enter(ctx, target);
}

async function describe(work: Read, { userId, agentId, widgetId, role }: SessionAgent) {
  const [user, agent, place, ownAgents] = [
    await users.find(work, userId),
    await agents.findSelf(work, widgetId, agentId),
    await store.findWidget(work, widgetId),
    await agents.listOfUser(work, userId),
  ];
  if (!user || !agent || !place) throw problem('session_required');
  const { id, email, name, surname, locale } = user;
  return {
    user: {
      id,
      email,
      pending_email: users.pendingEmailOf(user, work.now),
      name,
      surname,
      locale,
      totp_enabled: users.hasTotp(user),
    },
    agent: { id: agentId, role, ...agent },
    ...place,
    widgets: ownAgents.map((own) => ({ id: own.widget_id, name: own.name, domain: own.domain, role: own.role })),
    scopes: roleScopes[role],
  };
}
