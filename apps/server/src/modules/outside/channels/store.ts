import { and, desc, eq, isNotNull, lt } from 'drizzle-orm';
import { pick, type RowOf } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { param } from '../../../infra/postgres/sql.ts';
import { FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION } from '../../../infra/postgres/sqlstate.ts';
import type { SealContext } from '../../../infra/secrets/vault.ts';
import type { Context, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { withProblems } from '../../../kernel/data/sql-problems.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import { widgets } from '../../account/widgets/tables.ts';
import { contacts } from '../../people/contacts/tables.ts';
import { channels } from './tables.ts';

const columns = {
  id: channels.id,
  name: channels.name,
  outbound_url: channels.outbound_url,
  is_active: channels.is_active,
  has_secret: isNotNull(channels.secret).mapWith(Boolean),
  legacy_compat_enabled: channels.legacy_compat_enabled,
  department_id: channels.department_id,
  created_at: channels.created_at,
  updated_at: channels.updated_at,
};

/** Binds a sealed secret to its channel. */
export const sealContextOf = (widgetId: number, id: number): SealContext => ({
  table: 'channels',
  column: 'secret',
  tenant: widgetId,
  row: id,
});

const mine = ({ widgetId }: WidgetContext<Read>) => eq(channels.widget_id, widgetId);
const byId = (ctx: WidgetContext<Read>, id: number) => and(mine(ctx), eq(channels.id, id));

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
  const [found] = await ctx.db.select(columns).from(channels).where(byId(ctx, id));
  return found;
}

/** The oldest active channel that replies are sent to. */
export async function findWithReplies({ sql, widgetId }: WidgetContext<Read>) {
  const [found] = await sql(pick(channels, 'created_at'))`
    SELECT created_at FROM channels
    WHERE widget_id = ${widgetId} AND is_active AND outbound_url IS NOT NULL ORDER BY id LIMIT 1`;
  return found;
}

/** Returns how many were active. */
export async function deactivateAll(ctx: Context) {
  const rows = await ctx.sql(pick(channels, 'id'))`
    UPDATE channels SET is_active = false, updated_at = ${ctx.now.toString()}
    WHERE widget_id = ${ctx.widgetId} AND is_active RETURNING id`;
  for (const { id } of rows) ctx.notify('channel', id);
  return rows.length;
}

export type Channel = NonNullable<Awaited<ReturnType<typeof find>>>;

export type Settings = Pick<
  typeof channels.$inferInsert,
  'name' | 'outbound_url' | 'is_active' | 'legacy_compat_enabled' | 'department_id'
>;

export async function insert(ctx: Context, settings: Settings): Promise<Channel> {
  const now = ctx.now.toString();
  const statement = ctx.db
    .insert(channels)
    .values({ widget_id: ctx.widgetId, ...settings, created_at: now, updated_at: now })
    .returning(columns);
  return onlyRow(await withProblems(statement, { [FOREIGN_KEY_VIOLATION]: unknownDepartment }));
}

const unknownDepartment = () => invalid({ department_id: 'is not a department of this widget' });

interface Secret {
  secret: string;
  secret_hash: Buffer;
}

/** Two channels in the migration layer can't share a secret: in a path it identifies the channel. */
export async function update(ctx: Context, id: number, changes: Partial<Settings & Secret>): Promise<Channel> {
  const statement = ctx.db
    .update(channels)
    .set({ ...changes, updated_at: ctx.now.toString() })
    .where(byId(ctx, id))
    .returning(columns);
  const secretTaken = () =>
    invalid(changes.secret ? { secret: TAKEN } : { legacy_compat_enabled: `${TAKEN}: rotate it first` });
  const [updated] = await withProblems(statement, {
    [UNIQUE_VIOLATION]: secretTaken,
    [FOREIGN_KEY_VIOLATION]: unknownDepartment,
  });
  if (!updated) throw problem('not_found');
  return updated;
}

const TAKEN = 'is already used by another channel of the migration layer';

export async function remove(ctx: Context, id: number) {
  const [removed] = await ctx.db.delete(channels).where(byId(ctx, id)).returning({ id: channels.id });
  return removed;
}

const knownColumns = {
  ...pick(channels, 'id', 'is_active', 'legacy_compat_enabled', 'widget_id'),
  ...pick(widgets, 'account_id', 'button_guid', 'api_enabled'),
};

export type KnownChannel = RowOf<typeof knownColumns>;

/** Secrets may be shared, but only one channel with a given secret is in the migration layer. */
export async function findByHash({ sql }: Read, hash: Buffer) {
  const [found] = await sql.prepared(knownColumns)`
    SELECT c.id, c.is_active, c.legacy_compat_enabled, c.widget_id, w.account_id, w.button_guid, w.api_enabled
    FROM channels c JOIN widgets w ON w.id = c.widget_id
    WHERE c.secret_hash = ${hash} ORDER BY c.legacy_compat_enabled DESC LIMIT 1`;
  return found;
}

/** Also locks the channel against removal until this write ends. */
export async function lockActive({ sql, widgetId }: WidgetContext, id: number) {
  const found = await sql.prepared({})`
    SELECT FROM channels WHERE widget_id = ${widgetId} AND id = ${id} AND is_active FOR KEY SHARE`;
  return found.length > 0;
}

export async function lockClient({ sql }: WidgetContext, channelId: number, externalClientId: string) {
  await sql.prepared`
    SELECT pg_advisory_xact_lock(hashtextextended('channel client ' || ${externalClientId}, ${channelId}))`;
}

const contactColumns = { number: contacts.id, blocked_at: contacts.blocked_at };

export async function findContact({ sql, widgetId }: WidgetContext, channelId: number, externalClientId: string) {
  const [found] = await sql.prepared(contactColumns)`
    SELECT k.id AS number, k.blocked_at FROM channel_clients c
    JOIN contacts k ON k.widget_id = c.widget_id AND k.id = c.contact_id
    WHERE c.widget_id = ${widgetId} AND c.channel_id = ${channelId} AND c.external_client_id = ${externalClientId}`;
  return found;
}

interface ChannelClient {
  channelId: number;
  external_client_id: string;
  contactNumber: number;
}

export function insertClient({ run, widgetId }: WidgetContext, client: ChannelClient) {
  run`
    INSERT INTO channel_clients (widget_id, channel_id, external_client_id, contact_id)
    VALUES (${widgetId}, ${client.channelId}, ${client.external_client_id}, ${client.contactNumber})`;
}

/** Replies go to the client who wrote last. */
export function setClient({ run, widgetId }: WidgetContext, chatId: number, externalClientId: string) {
  const client = param(externalClientId);
  run.prepared`
    UPDATE chats SET external_client_id = ${client}
    WHERE widget_id = ${widgetId} AND id = ${chatId} AND external_client_id IS DISTINCT FROM ${client}`;
}

export async function reassignClients({ sql, widgetId }: WidgetContext, from: number, into: number) {
  await sql`UPDATE channel_clients SET contact_id = ${into} WHERE widget_id = ${widgetId} AND contact_id = ${from}`;
}
