import { and, desc, eq, isNotNull, lt } from 'drizzle-orm';
import { integer, nullable, pick, type RowOf, text } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { fragment, param } from '../../../infra/postgres/sql.ts';
import { UNIQUE_VIOLATION } from '../../../infra/postgres/sqlstate.ts';
import type { SealContext } from '../../../infra/secrets/vault.ts';
import type { Context, Read, WidgetContext } from '../../../kernel/data/context.ts';
import type { LeasedDelivery } from '../../../kernel/data/leased-delivery.ts';
import { withProblems } from '../../../kernel/data/sql-problems.ts';
import { deliveries } from '../../../kernel/data/tables.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import { files } from '../../account/files/tables.ts';
import { widgets } from '../../account/widgets/tables.ts';
import { chats } from '../../conversations/chats/tables.ts';
import { messages } from '../../conversations/messages/tables.ts';
import { contacts } from '../../people/contacts/tables.ts';
import { channels } from './tables.ts';

const columns = {
  id: channels.id,
  name: channels.name,
  outbound_url: channels.outbound_url,
  is_active: channels.is_active,
  has_secret: isNotNull(channels.secret).mapWith(Boolean),
  legacy_compat_enabled: channels.legacy_compat_enabled,
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
  'name' | 'outbound_url' | 'is_active' | 'legacy_compat_enabled'
>;

export async function insert(ctx: Context, settings: Settings): Promise<Channel> {
  const now = ctx.now.toString();
  const rows = await ctx.db
    .insert(channels)
    .values({ widget_id: ctx.widgetId, ...settings, created_at: now, updated_at: now })
    .returning(columns);
  return onlyRow(rows);
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
    .where(byId(ctx, id))
    .returning(columns);
  const secretTaken = () =>
    invalid(changes.secret ? { secret: TAKEN } : { legacy_compat_enabled: `${TAKEN}: rotate it first` });
  const [updated] = await withProblems(statement, { [UNIQUE_VIOLATION]: secretTaken });
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

const replyColumns = {
  id: integer(),
  widget_id: channels.widget_id,
  channel_id: channels.id,
  outbound_url: text(),
  secret: text(),
  external_channel_id: chats.external_channel_id,
  external_client_id: text(),
  message_id: messages.id,
  ...pick(messages, 'body', 'payload', 'file_id', 'created_at'),
  file_name: nullable(files.name),
};

/** A reply with its recipient, as both are now. */
export type PendingReply = RowOf<typeof replyColumns>;

/**
 * Skips replies to channels that are inactive or have no URL or secret. `OFFSET 0` keeps lookups by key while a broadcast has
 * outgrown the statistics.
 */
export function listPendingReplies({ sql }: Read, leased: LeasedDelivery[]) {
  return sql.prepared(replyColumns)`
    SELECT d.id, c.widget_id, c.id AS channel_id, c.outbound_url, c.secret, t.external_channel_id, t.external_client_id,
      m.id AS message_id, m.body, m.payload, m.file_id, f.name AS file_name, m.created_at
    FROM unnest(${leased.map(({ id }) => id)}::bigint[], ${leased.map(({ widget_id }) => widget_id)}::bigint[],
      ${leased.map(({ destination_id }) => destination_id)}::bigint[],
      ${leased.map(({ chat_id }) => chat_id)}::bigint[], ${leased.map(({ message_id }) => message_id)}::bigint[]
    ) AS d (id, widget_id, channel_id, chat_id, message_id)
    JOIN channels c ON c.widget_id = d.widget_id AND c.id = d.channel_id AND c.is_active AND c.outbound_url IS NOT NULL
      AND c.secret IS NOT NULL
    CROSS JOIN LATERAL (
      SELECT external_channel_id, external_client_id FROM chats
      WHERE widget_id = c.widget_id AND id = d.chat_id AND external_client_id IS NOT NULL OFFSET 0
    ) t
    CROSS JOIN LATERAL (
      SELECT widget_id, id, body, payload, file_id, created_at FROM messages
      WHERE widget_id = c.widget_id AND chat_id = d.chat_id AND id = d.message_id OFFSET 0
    ) m
    LEFT JOIN files f ON f.widget_id = m.widget_id AND f.id = m.file_id`;
}

const deliveryColumns = {
  ...pick(deliveries, 'id', 'status', 'due_at', 'body', 'log', 'created_at'),
  chat_id: integer(),
  message_id: integer(),
};

/** A delivery as shown in the log. */
export type DeliveryRow = RowOf<typeof deliveryColumns>;

interface DeliveryFilter {
  status: string | undefined;
  before: number | undefined;
  limit: number;
}

export function listDeliveries(
  { sql, widgetId }: Context<Read>,
  id: number,
  { status, before, limit }: DeliveryFilter,
) {
  return sql(deliveryColumns)`
    SELECT id, status, chat_id, message_id, due_at, body, log, created_at FROM deliveries
    WHERE widget_id = ${widgetId} AND kind = 'channel' AND destination_id = ${id}
    AND id < ${before ?? Number.MAX_SAFE_INTEGER} ${status === undefined ? fragment`` : fragment`AND status = ${status}`}
    ORDER BY id DESC LIMIT ${limit}`;
}
