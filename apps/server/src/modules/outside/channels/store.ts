import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { UNIQUE_VIOLATION } from '../../../infra/postgres/sqlstate.ts';
import type { Place } from '../../../infra/secrets/vault.ts';
import type { Context, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { withProblems } from '../../../kernel/data/sql-problems.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import { channels } from './tables.ts';

const columns = {
  id: channels.id,
  name: channels.name,
  outbound_url: channels.outbound_url,
  is_active: channels.is_active,
  has_secret: sql<boolean>`${channels.secret} IS NOT NULL`,
  legacy_compat_enabled: channels.legacy_compat_enabled,
  created_at: channels.created_at,
  updated_at: channels.updated_at,
};

/** Binds a sealed secret to its channel. */
export const placeOf = (widgetId: number, id: number): Place => ({
  table: 'channels',
  column: 'secret',
  tenant: widgetId,
  row: id,
});

const mine = ({ widgetId }: WidgetContext<Read>) => eq(channels.widget_id, widgetId);
const named = (ctx: WidgetContext<Read>, id: number) => and(mine(ctx), eq(channels.id, id));

export function list(ctx: Context<Read>, { before, limit }: { before: number | undefined; limit: number }) {
  const older = before === undefined ? undefined : lt(channels.id, before);
  return ctx.db
    .select(columns)
    .from(channels)
    .where(and(mine(ctx), older))
    .orderBy(desc(channels.id))
    .limit(limit);
}

export async function find(ctx: WidgetContext<Read>, id: number) {
  const [found] = await ctx.db.select(columns).from(channels).where(named(ctx, id));
  return found;
}

export type Channel = NonNullable<Awaited<ReturnType<typeof find>>>;

export type Settings = Pick<
  typeof channels.$inferInsert,
  'name' | 'outbound_url' | 'is_active' | 'legacy_compat_enabled'
>;

export async function insert(ctx: Context, settings: Settings): Promise<Channel> {
  const now = ctx.now.toString();
  const [inserted] = await ctx.db
    .insert(channels)
    .values({ widget_id: ctx.widgetId, ...settings, created_at: now, updated_at: now })
    .returning(columns);
  return inserted as Channel;
}

interface Secret {
  secret: string;
  secret_hash: Buffer;
}

/** Two channels in the migration layer can't share a secret: in a path it identifies the channel. */
export async function update(ctx: Context, id: number, changes: Partial<Settings & Secret>): Promise<Channel> {
  const statement = ctx.db
    .update(channels)
    .set({ ...changes, updated_at: ctx.now.toString() })
    .where(named(ctx, id))
    .returning(columns);
  const secretTaken = () =>
    invalid(changes.secret ? { secret: TAKEN } : { legacy_compat_enabled: `${TAKEN}: rotate it first` });
  const [updated] = await withProblems(statement, { [UNIQUE_VIOLATION]: secretTaken });
  if (!updated) throw problem('not_found');
  return updated;
}

const TAKEN = 'is already used by another channel of the migration layer';

export async function remove(ctx: Context, id: number) {
  const [removed] = await ctx.db.delete(channels).where(named(ctx, id)).returning({ id: channels.id });
  return removed;
}

export interface KnownChannel {
  id: number;
  is_active: boolean;
  legacy_compat_enabled: boolean;
  widget_id: number;
  account_id: number;
  button_guid: string;
  api_enabled: boolean;
}

/** Secrets may be shared, but only one channel with a given secret is in the migration layer. */
export async function findByHash({ sql: run }: Read, hash: Buffer) {
  const [found] = await run<KnownChannel>({
    name: 'channels.by_hash',
    text: `SELECT c.id, c.is_active, c.legacy_compat_enabled, c.widget_id, w.account_id, w.button_guid, w.api_enabled
           FROM channels c JOIN widgets w ON w.id = c.widget_id
           WHERE c.secret_hash = $1 ORDER BY c.legacy_compat_enabled DESC LIMIT 1`,
    values: [hash],
  });
  return found;
}
