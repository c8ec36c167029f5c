import { hash, randomBytes } from 'node:crypto';
import { type dashboard, type Role, roleScopes } from '@parley/contract';
import { clearSessionCookie, writeSessionCookie } from '../../../kernel/auth/session-cookie.ts';
import type { InWidget, OverHttp, PublicContext, Read, SessionContext, Write } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/http/problems.ts';
import * as agents from '../agents/index.ts';
import * as users from '../users/index.ts';
import * as store from './store.ts';

const DAYS = 14;
/** A session whose end is further away than this was moved today already. */
export const RENEW_DAYS = DAYS - 1;

export const hashSession = (id: string) => hash('sha256', id, 'buffer');
export const expiryFrom = (now: Temporal.Instant) => now.add({ hours: 24 * DAYS }).toString();

interface Where {
  userId: number;
  agentId: number;
  widgetId: number;
  role: Role;
}

/** A session under a fresh id, which only the cookie has. */
async function begin(ctx: PublicContext & OverHttp, { userId, agentId, widgetId, role }: Where) {
  const id = randomBytes(32).toString('base64url');
  await store.insert(ctx, {
    hash: hashSession(id),
    user_id: userId,
    agent_id: agentId,
    widget_id: widgetId,
    role,
    address: ctx.caller.address,
    user_agent: ctx.caller.userAgent.slice(0, 512),
    created_at: ctx.now.toString(),
    expires_at: expiryFrom(ctx.now),
  });
  ctx.response.setHeader('set-cookie', writeSessionCookie(ctx.publicUrl, id));
}

/** Somebody comes in, and is told what they need to know. */
export async function enter(ctx: PublicContext & OverHttp, where: Where) {
  await begin(ctx, where);
  agents.record({ ...ctx, widgetId: where.widgetId }, where.agentId, 'signed_in');
  return describe(ctx, where);
}

/** Another id for the same session: whatever knew the old one is out. What `change` does stands between the two. */
export async function renew(ctx: SessionContext & OverHttp, change = async () => {}) {
  await drop(ctx);
  await change();
  await begin(ctx, placeOf(ctx));
}

/** Whoever was signed out everywhere a moment ago can't go on under another id. */
async function drop(ctx: SessionContext) {
  await users.lock(ctx, ctx.principal.userId);
  if (!(await store.remove(ctx, ctx.principal.hash))) throw problem('session_required');
  tellEnd(ctx, ctx.principal.hash);
}

function tellEnd({ notify }: Write, hash: Buffer) {
  notify('session', hash.toString('base64url'));
}

/** One that was over by itself before ended nothing. */
function recordEnd(work: Write, { agent_id, widget_id, expires_at }: store.Ended) {
  if (Temporal.Instant.compare(expires_at, work.now) <= 0) return;
  agents.record({ ...work, widgetId: widget_id }, agent_id, 'signed_out');
}

export async function end(ctx: SessionContext & OverHttp) {
  await drop(ctx);
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

/** One of the person's own: where it is in use, it is over at once. */
export async function endNamed(ctx: SessionContext & OverHttp, id: string) {
  const { userId, hash: current } = ctx.principal;
  await users.lock(ctx, userId);
  const ended = await store.removeNamed(ctx, userId, id);
  if (!ended) throw problem('not_found');
  tellEnd(ctx, ended.hash);
  recordEnd(ctx, ended);
  if (ended.hash.equals(current)) ctx.response.setHeader('set-cookie', clearSessionCookie(ctx.publicUrl));
}

export async function endOthers(ctx: SessionContext) {
  const { userId, hash: current } = ctx.principal;
  await users.lock(ctx, userId);
  for (const ended of await store.removeOthers(ctx, userId, current)) {
    tellEnd(ctx, ended.hash);
    recordEnd(ctx, ended);
  }
}

/** Signs a person out everywhere. */
export async function endAll(work: Write, userId: number) {
  await users.lock(work, userId);
  for (const ended of await store.removeOfUser(work, userId)) recordEnd(work, ended);
  work.notify('user', userId);
}

/** Signs somebody out of one widget, for good: what they may do there is another now. */
export async function endOfAgent(work: InWidget, { id, user_id }: { id: number; user_id: number | null }) {
  if (user_id !== null) await users.lock(work, user_id);
  for (const ended of await store.removeOfAgent(work, work.widgetId, id)) recordEnd(work, ended);
  work.notify('agent', id);
}

export async function endAllOwn(ctx: SessionContext & OverHttp) {
  await endAll(ctx, ctx.principal.userId);
  ctx.response.setHeader('set-cookie', clearSessionCookie(ctx.publicUrl));
}

export const get = (ctx: SessionContext<Read>) => describe(ctx, placeOf(ctx));

function placeOf({ principal: { userId, agentId, role, tenant } }: SessionContext<Read>): Where {
  return { userId, agentId, role, widgetId: tenant.widgetId };
}

/** Goes on in another widget of the person's, under a fresh id since the role may be another there. */
export async function switchWidget(ctx: SessionContext & OverHttp, widgetId: number) {
  const { userId } = ctx.principal;
  const agent = (await agents.listOfUser(ctx, userId)).find((each) => each.widget_id === widgetId);
  if (!agent) throw invalid({ widget_id: 'is not a widget you work in' });
  const place = { userId, agentId: agent.id, widgetId, role: agent.role };
  await drop(ctx);
  if (widgetId === ctx.widgetId) {
    await begin(ctx, place);
    return describe(ctx, place);
  }
  agents.record(ctx, ctx.principal.agentId, 'signed_out');
  return enter(ctx, place);
}

/** What the console needs to know to draw itself. */
async function describe(work: Read, { userId, agentId, widgetId, role }: Where) {
  const [user, agent, widget, places] = [
    await users.find(work, userId),
    await agents.findSelf(work, widgetId, agentId),
    await store.findWidget(work, widgetId),
    await agents.listOfUser(work, userId),
  ];
  if (!user || !agent || !widget) throw problem('session_required');
  const { id, email, name, surname, locale } = user;
  return {
    user: { id, email, name, surname, locale, totp_enabled: users.hasTotp(user) },
    agent: { id: agentId, role, ...agent },
    widget,
    widgets: places.map((place) => ({ id: place.widget_id, domain: place.domain, role: place.role })),
    scopes: roleScopes[role],
  };
}
