import { and, desc, eq, lt } from 'drizzle-orm';
import { pick, type RowOf } from '../../../../infra/postgres/row-schema.ts';
import { UNIQUE_VIOLATION } from '../../../../infra/postgres/sqlstate.ts';
import type { SealContext } from '../../../../infra/secrets/vault.ts';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import { withProblems } from '../../../../kernel/data/sql-problems.ts';
import { problem } from '../../../../kernel/problems.ts';
import { webhookSubscriptions as subscriptions } from '../tables.ts';

const columns = {
  ...pick(subscriptions, 'id', 'url', 'events', 'is_active', 'is_legacy_compat'),
  ...pick(subscriptions, 'previous_secret_until', 'created_at', 'updated_at'),
};

export type Subscription = RowOf<typeof columns>;

export type SecretColumn = 'secret' | 'previous_secret';

/** Binds a sealed secret to its subscription. */
export const sealContextOf = (widgetId: number, id: number, column: SecretColumn = 'secret'): SealContext => ({
  table: 'webhook_subscriptions',
  column,
  tenant: widgetId,
  row: id,
});

const mine = ({ widgetId }: Context<Read>) => eq(subscriptions.widget_id, widgetId);
const byId = (ctx: Context<Read>, id: number) => and(mine(ctx), eq(subscriptions.id, id));

export function list(ctx: Context<Read>, { before, limit }: { before: number | undefined; limit: number }) {
  const older = before === undefined ? undefined : lt(subscriptions.id, before);
  return ctx.db
    .select(columns)
    .from(subscriptions)
    .where(and(mine(ctx), older))
    .orderBy(desc(subscriptions.id))
    .limit(limit);
}

export async function find(ctx: Context<Read>, id: number) {
  const [found] = await ctx.db.select(columns).from(subscriptions).where(byId(ctx, id));
  return found;
}

export async function lock(ctx: Context, id: number) {
  const [found] = await ctx.db.select(columns).from(subscriptions).where(byId(ctx, id)).for('no key update');
  return found;
}

/** Locks the subscription too; its sealed secret. */
export async function lockSecret(ctx: Context, id: number) {
  const { secret } = subscriptions;
  const [found] = await ctx.db.select({ secret }).from(subscriptions).where(byId(ctx, id)).for('no key update');
  return found;
}

type New = Pick<typeof subscriptions.$inferInsert, 'url' | 'address' | 'events' | 'is_legacy_compat'>;

/** Undefined when the account already has a subscription for that URL. */
export async function insert(ctx: Context, subscription: New) {
  const { accountId: account_id, widgetId: widget_id } = ctx;
  const now = ctx.now.toString();
  const [inserted] = await ctx.db
    .insert(subscriptions)
    .values({ account_id, widget_id, ...subscription, created_at: now, updated_at: now })
    .onConflictDoNothing()
    .returning(columns);
  return inserted;
}

type Changes = Partial<Omit<typeof subscriptions.$inferInsert, 'id' | 'account_id' | 'widget_id'>>;

export async function update(ctx: Context, id: number, changes: Changes): Promise<Subscription> {
  const statement = ctx.db
    .update(subscriptions)
    .set({ ...changes, updated_at: ctx.now.toString() })
    .where(byId(ctx, id))
    .returning(columns);
  const [updated] = await withProblems(statement, { [UNIQUE_VIOLATION]: () => problem('url_already_registered') });
  if (!updated) throw problem('not_found');
  return updated;
}

export async function remove(ctx: Context, id: number) {
  const [removed] = await ctx.db.delete(subscriptions).where(byId(ctx, id)).returning(columns);
  return removed;
}
