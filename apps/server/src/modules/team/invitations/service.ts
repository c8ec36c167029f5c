import { randomBytes } from 'node:crypto';
import type { api } from '@parley/contract';
import type { Before, Context, Read, Write } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as agents from '../../account/agents/index.ts';
import { writeInvitation } from './mail.ts';
import * as store from './store.ts';
import { hashToken } from './token.ts';

const DAYS = 7;
/** As long as an idempotency key is held, so that a node that dies while sending holds its seat no longer. */
const LEASE = { minutes: 2 };

export function list(ctx: Context<Read>, query: Query<typeof api.agents.listInvitations, 'cursor' | 'limit'>) {
  return paged(ctx, query, {
    position: ({ id }: { id: number }) => [id],
    read: ([before], limit) => store.list(ctx, { before, limit }),
    item: (row) => row,
  });
}

/**
 * Reserves the seat before sending and confirms the invitation afterwards: an invitee always finds a seat, and a failed
 * mail holds none.
 */
export async function create(ctx: Before<Context<Read>>, email: string) {
  const token = createToken();
  const { id } = await ctx.unitOfWork.write({}, (work) => reserveSeat({ ...ctx, ...work }, email, token));
  try {
    await send(ctx, email, token);
  } catch (error) {
    await ctx.unitOfWork.write({}, (work) => store.removeUnsent({ ...ctx, ...work }, id));
    throw error;
  }
  return async (inside: Context) => {
    const invitation = await store.markSent(inside, id, expiryAt(inside));
    if (!invitation) throw notMailed();
    if (inside.principal.kind === 'session') agents.record(inside, inside.principal.agentId, 'invited');
    return { ...invitation, link: linkToPassOn(ctx, token) };
  };
}

/** A mail that fails leaves the old link working. */
export async function resend(ctx: Before<Context<Read>>, id: number) {
  const pending = await store.findSent(ctx, id);
  if (!pending) throw problem('not_found');
  const token = createToken();
  await send(ctx, pending.email, token);
  return async (inside: Context) => {
    const changes = { token_hash: hashToken(token), expires_at: expiryAt(inside) };
    const invitation = await store.renew(inside, id, changes);
    if (!invitation) throw problem('not_found');
    return { ...invitation, link: linkToPassOn(ctx, token) };
  };
}

const createToken = () => randomBytes(32).toString('base64url');

const expiryAt = ({ now }: Read) => now.add({ hours: 24 * DAYS }).toString();

async function send(ctx: Before<Context<Read>>, email: string, token: string) {
  try {
    const site = await store.findSite(ctx);
    const mail = writeInvitation({ email, ...site, link: linkOf(ctx, token) });
    await ctx.mail.send({ ...mail, widgetId: ctx.widgetId });
  } catch (error) {
    ctx.log.warn({ reason: (error as Error).message }, 'an invitation could not be sent');
    throw notMailed();
  }
}

const linkOf = ({ publicUrl }: Read, token: string) => `${publicUrl}/app/invitation#${token}`;

/** For the inviter to deliver, where no mail server does. */
const linkToPassOn = (ctx: Before<Context<Read>>, token: string) => (ctx.mail.server ? null : linkOf(ctx, token));

const notMailed = () =>
  problem('upstream_failed', 'The e-mail could not be sent. Check the address and retry in a moment.');

type InvitationContext = Write & Pick<Context, 'widgetId' | 'accountId'>;

async function reserveSeat(work: InvitationContext, email: string, token: string) {
  const { widgetId, accountId, now } = work;
  const free = await agents.lockFreeSeats(work, accountId);
  if (await agents.findByEmail(work, email)) throw problem('already_agent');
  if (await store.findByEmail(work, email)) throw problem('already_invited');
  if (free <= (await store.count(work, accountId))) throw problem('seat_limit_reached');
  return store.insert(work, {
    widget_id: widgetId,
    account_id: accountId,
    email,
    token_hash: hashToken(token),
    created_at: now.toString(),
    expires_at: now.add(LEASE).toString(),
  });
}

/** Seats of the account held by invitations. */
export const countReserved = (ctx: Context<Read>) => store.count(ctx, ctx.accountId);

export async function remove(ctx: Context, id: number) {
  const removed = await store.remove(ctx, id);
  if (!removed) throw problem('not_found');
  ctx.audit({ name: removed.email });
}
