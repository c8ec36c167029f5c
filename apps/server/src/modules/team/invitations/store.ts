import { and, desc, eq, gt, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import type { InWidget, Read, WidgetContext, Write } from '../../../kernel/data/context.ts';
import { accounts, users } from '../../account/users/tables.ts';
import { firstDomain, widgets } from '../../account/widgets/tables.ts';
import { agentInvitations } from './tables.ts';

/** The inviting account and the site. */
const siteColumns = {
  domain: firstDomain,
  account_name: sql<string | null>`nullif(concat_ws(' ', ${users.name}, ${users.surname}), '')`,
};

const columns = {
  id: agentInvitations.id,
  email: agentInvitations.email,
  created_at: agentInvitations.created_at,
  expires_at: agentInvitations.expires_at,
};

/** Not expired: these hold a seat, also while their mail is being sent. */
const unexpired = ({ now }: Read) => gt(agentInvitations.expires_at, now.toString());
const sent = (work: Read) => and(unexpired(work), isNotNull(agentInvitations.sent_at));
const byId = ({ widgetId }: InWidget<Read>, id: number) =>
  and(eq(agentInvitations.widget_id, widgetId), eq(agentInvitations.id, id));
const byEmail = ({ widgetId }: InWidget, email: string) =>
  and(eq(agentInvitations.widget_id, widgetId), eq(sql`lower(${agentInvitations.email})`, sql`lower(${email})`));

/** Sent ones, newest first. */
export function list(ctx: WidgetContext<Read>, { before, limit }: { before: number | undefined; limit: number }) {
  const older = before === undefined ? undefined : lt(agentInvitations.id, before);
  return ctx.db
    .select(columns)
    .from(agentInvitations)
    .where(and(eq(agentInvitations.widget_id, ctx.widgetId), sent(ctx), older))
    .orderBy(desc(agentInvitations.id))
    .limit(limit);
}

/** Seats of the account held by invitations. */
export function count(work: Read, accountId: number) {
  return work.db.$count(agentInvitations, and(eq(agentInvitations.account_id, accountId), unexpired(work)));
}

export async function findByEmail(work: InWidget, email: string) {
  const [found] = await work.db
    .select({ id: agentInvitations.id })
    .from(agentInvitations)
    .where(and(byEmail(work, email), unexpired(work)));
  return found;
}

/** Replaces an expired one to the same address. */
export async function insert(work: Write & InWidget, invitation: typeof agentInvitations.$inferInsert) {
  await work.db
    .delete(agentInvitations)
    .where(and(byEmail(work, invitation.email), lte(agentInvitations.expires_at, work.now.toString())));
  const rows = await work.db.insert(agentInvitations).values(invitation).returning(columns);
  return onlyRow(rows);
}

/** Undefined when sending took too long and the seat is no longer held. */
export async function markSent(work: InWidget, id: number, expires_at: string) {
  const [marked] = await work.db
    .update(agentInvitations)
    .set({ sent_at: work.now.toString(), expires_at })
    .where(and(byId(work, id), unexpired(work), isNull(agentInvitations.sent_at)))
    .returning(columns);
  return marked;
}

export async function findSent(work: InWidget<Read>, id: number) {
  const [found] = await work.db
    .select(columns)
    .from(agentInvitations)
    .where(and(byId(work, id), sent(work)));
  return found;
}

/** Undefined when it was accepted or withdrawn meanwhile. */
export async function renew(work: InWidget, id: number, changes: { token_hash: Buffer; expires_at: string }) {
  const [renewed] = await work.db
    .update(agentInvitations)
    .set({ ...changes, sent_at: work.now.toString() })
    .where(and(byId(work, id), sent(work)))
    .returning(columns);
  return renewed;
}

export async function removeUnsent(work: InWidget, id: number) {
  await work.db.delete(agentInvitations).where(and(byId(work, id), isNull(agentInvitations.sent_at)));
}

export async function remove(ctx: WidgetContext, id: number) {
  const [removed] = await ctx.db
    .delete(agentInvitations)
    .where(and(byId(ctx, id), sent(ctx)))
    .returning(columns);
  return removed;
}

/** With the inviting account and the site. */
export async function findByToken(work: Read, hash: Buffer) {
  const [found] = await work.db
    .select({
      ...columns,
      widget_id: agentInvitations.widget_id,
      account_id: agentInvitations.account_id,
      ...siteColumns,
    })
    .from(agentInvitations)
    .innerJoin(widgets, eq(widgets.id, agentInvitations.widget_id))
    .innerJoin(accounts, eq(accounts.id, agentInvitations.account_id))
    .innerJoin(users, eq(users.id, accounts.owner_id))
    .where(and(eq(agentInvitations.token_hash, hash), sent(work)));
  return found;
}

/** Whether it was still valid: of two concurrent uses one succeeds. */
export async function redeem(work: Write, hash: Buffer) {
  const redeemed = await work.db
    .delete(agentInvitations)
    .where(and(eq(agentInvitations.token_hash, hash), sent(work)))
    .returning({ id: agentInvitations.id });
  return redeemed.length > 0;
}

export async function removeExpired({ db, now }: Write) {
  await db.delete(agentInvitations).where(lte(agentInvitations.expires_at, now.toString()));
}

export async function findSite({ db, widgetId }: InWidget<Read>) {
  const [found] = await db
    .select(siteColumns)
    .from(widgets)
    .innerJoin(accounts, eq(accounts.id, widgets.account_id))
    .innerJoin(users, eq(users.id, accounts.owner_id))
    .where(eq(widgets.id, widgetId));
  return found;
}
