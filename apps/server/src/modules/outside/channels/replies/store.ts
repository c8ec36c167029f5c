import { toIsoString } from '../../../../infra/clock.ts';
import { boolean, integer, nullable, pick, type RowOf, text } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import { fragment, param, raw } from '../../../../infra/postgres/sql.ts';
import type { Context, InWidget, Read } from '../../../../kernel/data/context.ts';
import type { LeasedDelivery } from '../../../../kernel/data/leased-delivery.ts';
import { deliveries } from '../../../../kernel/data/tables.ts';
import { files } from '../../../account/files/tables.ts';
import { widgets } from '../../../account/widgets/tables.ts';
import { chats } from '../../../conversations/chats/tables.ts';
import { messages } from '../../../conversations/messages/tables.ts';
import { channels } from '../tables.ts';

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

const placeColumns = { chat_id: integer(), message_id: integer() };

/** The message of a delivery in the channel's log, where it is now: a merge moves it. */
export async function findLogged({ sql, widgetId }: InWidget<Read>, channelId: number, id: number) {
  const [found] = await sql(placeColumns)`
    SELECT chat_id, message_id FROM deliveries
    WHERE widget_id = ${widgetId} AND kind = 'channel' AND destination_id = ${channelId} AND id = ${id}`;
  return found;
}

const MESSAGE_ID = fragment`'{message,id}'`;

/**
 * What was sent of a message `m` before, so that the receiver recognises it. A body with a file is built again, under the same id:
 * the link in it has expired.
 */
const SENT_BEFORE = fragment`
  LEFT JOIN LATERAL (
    SELECT b.body FROM deliveries b
    WHERE b.widget_id = m.widget_id AND b.kind IN ('channel', 'broadcast') AND b.chat_id = m.chat_id AND b.message_id = m.id
      AND b.body IS NOT NULL
    ORDER BY b.id DESC LIMIT 1
  ) AS before ON true`;

const BODY = fragment`CASE WHEN m.file_id IS NULL THEN before.body END`;
const DATA = fragment`
  CASE WHEN m.file_id IS NOT NULL AND before.body IS NOT NULL
    THEN jsonb_build_object('message_id', before.body::jsonb #> ${MESSAGE_ID}) END`;

interface SentMessage {
  channelId: number;
  chatId: number;
  messageId: number;
}

/** Undefined if the message no longer exists. */
export async function insertAgain({ sql, widgetId, now }: InWidget, { channelId, chatId, messageId }: SentMessage) {
  const at = param(toIsoString(now));
  const [added] = await sql(pick(deliveries, 'id'))`
    INSERT INTO deliveries (widget_id, kind, destination_id, type, chat_id, message_id, body, data, status, due_at, created_at)
    SELECT m.widget_id, 'channel', ${channelId}::bigint, 'channel.outbound', m.chat_id, m.id, ${BODY}, ${DATA}, 'pending',
      ${at}::timestamptz, ${at}::timestamptz
    FROM messages m ${SENT_BEFORE}
    WHERE m.widget_id = ${widgetId} AND m.chat_id = ${chatId} AND m.id = ${messageId} AND m.deleted_at IS NULL
    RETURNING id`;
  return added;
}

interface Period {
  channelId: number;
  from: string;
  to: string;
  /** Deliveries of a message in these statuses: it is not sent again. */
  except: ('pending' | 'delivered')[];
}

/** Messages `m` with a reply in the log of the period. */
const fromReplayed = ({ widgetId }: InWidget, { channelId, from, to, except }: Period) => fragment`
  FROM (
    SELECT DISTINCT chat_id, message_id FROM deliveries
    WHERE widget_id = ${widgetId} AND kind = 'channel' AND destination_id = ${channelId}
      AND created_at >= ${from} AND created_at < ${to}
  ) AS r
  JOIN messages m ON m.widget_id = ${widgetId} AND m.chat_id = r.chat_id AND m.id = r.message_id AND m.deleted_at IS NULL
    AND NOT EXISTS (
      SELECT FROM deliveries o
      WHERE o.widget_id = m.widget_id AND o.kind IN ('channel', 'broadcast') AND o.chat_id = m.chat_id
        AND o.message_id = m.id AND o.status = ANY (${except}::text[])
    )`;

/** Counts messages, up to `limit`. */
export async function countReplayed(ctx: InWidget, period: Period, limit: number) {
  const rows = await ctx.sql({ count: integer() })`
    SELECT count(*)::int AS count FROM (SELECT ${fromReplayed(ctx, period)} LIMIT ${raw(limit)}) AS found`;
  return onlyRow(rows).count;
}

export async function insertReplayed(ctx: InWidget, period: Period) {
  const at = param(toIsoString(ctx.now));
  await ctx.sql`
    INSERT INTO deliveries (widget_id, kind, destination_id, type, chat_id, message_id, body, data, status, due_at, created_at)
    SELECT m.widget_id, 'channel', ${period.channelId}::bigint, 'channel.outbound', m.chat_id, m.id, ${BODY}, ${DATA}, 'pending',
      ${at}::timestamptz, ${at}::timestamptz
    ${fromReplayed(ctx, period)} ${SENT_BEFORE} ORDER BY m.created_at, m.id`;
}

/** One replay of a channel at a time, so that the second sees what the first has queued. */
export async function lockForReplay({ sql, widgetId }: InWidget, channelId: number) {
  await sql`SELECT FROM channels WHERE widget_id = ${widgetId} AND id = ${channelId} FOR NO KEY UPDATE`;
}

const settledColumns = {
  id: deliveries.id,
  ...placeColumns,
  ...pick(widgets, 'account_id', 'button_guid'),
  /** Nothing is sent to such a channel: its messages are read elsewhere. */
  has_no_url: boolean(),
};

/** Where the messages of deliveries are now. */
export function listPlaces({ sql }: Pick<Read, 'sql'>, ids: number[]) {
  return sql.prepared(settledColumns)`
    SELECT d.id, d.chat_id, d.message_id, w.account_id, w.button_guid,
      coalesce(c.is_active AND c.outbound_url IS NULL, false) AS has_no_url
    FROM deliveries d JOIN widgets w ON w.id = d.widget_id
    LEFT JOIN channels c ON c.widget_id = d.widget_id AND c.id = d.destination_id
    WHERE d.id = ANY (${ids}::bigint[]) ORDER BY d.chat_id, d.id`;
}
