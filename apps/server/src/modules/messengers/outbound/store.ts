import { toIsoString } from '../../../infra/clock.ts';
import { integer, nullable, pick, type RowOf, time } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import type { RunSql } from '../../../infra/postgres/run-sql.ts';
import { param } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import type { LeasedDelivery } from '../../../kernel/data/leased-delivery.ts';
import { type Attempt, deliveries } from '../../../kernel/data/tables.ts';
import { files } from '../../account/files/tables.ts';
import { messages } from '../../conversations/messages/tables.ts';
import { messengerChats } from '../connections/tables.ts';

const messageColumns = {
  ...pick(
    messages,
    'id',
    'chat_id',
    'type',
    'body',
    'markdown',
    'payload',
    'file_id',
    'delivery',
    'deleted_at',
    'is_outreach',
  ),
  file_key: nullable(files.key),
  file_name: nullable(files.name),
  file_type: nullable(files.type),
  file_size: nullable(files.size),
  ...pick(messengerChats, 'account_id', 'person', 'conversation', 'reply_until'),
  data: deliveries.data,
  /** Parts that the vendor has accepted. */
  parts: integer(),
};

/** A message with whom it is for. */
export type OutgoingMessage = RowOf<typeof messageColumns>;

/** The message of a delivery; undefined if it or its chat is gone. */
export async function findOutgoing({ sql }: Pick<Read, 'sql'>, deliveryId: number) {
  const [found] = await sql.prepared(messageColumns)`
    SELECT m.id, m.chat_id, m.type, m.body, m.markdown, m.payload, m.file_id, m.delivery, m.deleted_at, m.is_outreach,
      f.key AS file_key, f.name AS file_name, f.type AS file_type, f.size AS file_size,
      c.account_id, c.person, c.conversation, c.reply_until, d.data, (
        SELECT count(*)::int FROM external_messages e
        WHERE e.widget_id = m.widget_id AND e.chat_id = m.chat_id AND e.message_id = m.id
      ) AS parts
    FROM deliveries d JOIN messages m ON m.widget_id = d.widget_id AND m.chat_id = d.chat_id AND m.id = d.message_id
    JOIN messenger_chats c ON c.widget_id = m.widget_id AND c.chat_id = m.chat_id
    LEFT JOIN files f ON f.widget_id = m.widget_id AND f.id = m.file_id
    WHERE d.id = ${deliveryId}`;
  return found;
}

/** Where the message is now: a merge moves it to another chat, and gives it another id. */
export async function lockDelivery({ sql }: Pick<Read, 'sql'>, id: number) {
  const [found] = await sql.prepared({ ...PLACE, attempts: deliveries.attempts })`
    SELECT chat_id, message_id, attempts FROM deliveries WHERE id = ${id} AND status = 'pending' FOR UPDATE`;
  return found;
}

const PLACE = { chat_id: integer(), message_id: integer() };

export async function findPlace({ sql }: Pick<Read, 'sql'>, id: number) {
  const [found] = await sql.prepared(PLACE)`
    SELECT chat_id, message_id FROM deliveries WHERE id = ${id} AND status = 'pending'`;
  return found;
}

interface Settled {
  id: number;
  status: 'delivered' | 'failed' | 'skipped';
  attempt: Attempt | null;
}

export function settle({ run }: InWidget, { id, status, attempt }: Settled) {
  run.prepared`
    UPDATE deliveries SET status = ${status}, due_at = NULL, log = log || ${JSON.stringify(attempt ? [attempt] : [])}::jsonb
    WHERE id = ${id}`;
}

/** The next message of the chat is due, once the pace allows. The chat is locked. */
export function promoteNext({ run, widgetId }: InWidget, chatId: number, at: Temporal.Instant) {
  const [widget, chat, due] = [param(widgetId), param(chatId), param(toIsoString(at))];
  run.prepared`
    UPDATE deliveries SET due_at = ${due} WHERE id = (
      SELECT id FROM deliveries
      WHERE widget_id = ${widget} AND chat_id = ${chat} AND kind = 'messenger' AND status = 'pending'
      ORDER BY id LIMIT 1) AND due_at = 'infinity'`;
  run.prepared`
    UPDATE messenger_chats SET next_send_at = ${due} WHERE widget_id = ${widget} AND chat_id = ${chat}`;
}

/** Each lease counts an attempt, so that a node can tell whether it still has its own. */
type Lease = Pick<LeasedDelivery, 'id' | 'attempts'>;

interface Postponed {
  at: Temporal.Instant;
  failures: number;
  data: Record<string, unknown> | null;
  attempt: Attempt | null;
}

/** Does nothing once another node has the lease. */
export async function postpone(sql: RunSql, lease: Lease, { at, failures, data, attempt }: Postponed) {
  await sql.prepared`
    UPDATE deliveries SET due_at = ${toIsoString(at)}, failures = ${failures}, data = ${data && JSON.stringify(data)},
      log = log || ${JSON.stringify(attempt ? [attempt] : [])}::jsonb
    WHERE id = ${lease.id} AND attempts = ${lease.attempts} AND status = 'pending'`;
}

/** A node that dies now leaves a delivery of which nobody knows what became of it. Postponing takes the mark off. */
export async function markCalling(sql: RunSql, lease: Lease) {
  await sql.prepared`
    UPDATE deliveries SET data = coalesce(data, '{}') || '{"is_calling": true}'
    WHERE id = ${lease.id} AND attempts = ${lease.attempts} AND status = 'pending'`;
}

export async function renew(sql: RunSql, lease: Lease, until: Temporal.Instant) {
  const renewed = await sql.prepared(pick(deliveries, 'id'))`
    UPDATE deliveries SET due_at = ${toIsoString(until)}
    WHERE id = ${lease.id} AND attempts = ${lease.attempts} AND status = 'pending' RETURNING id`;
  return renewed.length > 0;
}

const slotColumns = { at: time() };

interface Pace {
  everyMs: number;
  /** A moment that is further ahead is not taken. */
  patienceMs: number;
}

/**
 * Takes the next free moment of a connection's pace, which all nodes share, and says how far ahead it is. By the clock of
 * the machine: it is the vendor who counts.
 */
export async function takeSlot(sql: RunSql, connectionId: number, { everyMs, patienceMs }: Pace) {
  const now = Temporal.Now.instant();
  const [connection, at, every] = [param(connectionId), param(toIsoString(now)), param(everyMs)];
  const [slot] = await sql.prepared(slotColumns)`
    INSERT INTO messenger_paces AS p (connection_id, next_at)
    VALUES (${connection}, ${at}::timestamptz + ${every} * interval '1 millisecond')
    ON CONFLICT (connection_id) DO UPDATE
      SET next_at = greatest(p.next_at, ${at}::timestamptz) + ${every} * interval '1 millisecond'
      WHERE p.next_at <= ${at}::timestamptz + ${patienceMs} * interval '1 millisecond'
    RETURNING next_at - ${every} * interval '1 millisecond' AS at`;
  const free =
    slot ??
    onlyRow(
      await sql.prepared(slotColumns)`
    SELECT next_at AS at FROM messenger_paces WHERE connection_id = ${connectionId}`,
    );
  return { isTaken: slot !== undefined, aheadMs: now.until(free.at).total('milliseconds') };
}

/** Nothing is sent through the connection for so long. */
export async function pausePace(sql: RunSql, connectionId: number, milliseconds: number) {
  const at = param(toIsoString(Temporal.Now.instant().add({ milliseconds })));
  await sql.prepared`
    INSERT INTO messenger_paces AS p (connection_id, next_at) VALUES (${connectionId}, ${at})
    ON CONFLICT (connection_id) DO UPDATE SET next_at = greatest(p.next_at, ${at})`;
}

/** Whether it was open. */
export async function setChatBlocked({ sql, widgetId, now }: InWidget, chatId: number) {
  const changed = await sql.prepared(pick(messengerChats, 'chat_id'))`
    UPDATE messenger_chats SET blocked_at = ${toIsoString(now)}
    WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND blocked_at IS NULL RETURNING chat_id`;
  return changed.length > 0;
}

/** The vendor says that the window has closed, whatever we counted. Where there is none, nothing would open it again. */
export async function closeWindow({ sql, widgetId, now }: InWidget, chatId: number) {
  const at = param(toIsoString(now));
  const changed = await sql.prepared(pick(messengerChats, 'chat_id'))`
    UPDATE messenger_chats SET reply_until = ${at}
    WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND reply_until > ${at} RETURNING chat_id`;
  return changed.length > 0;
}

const sideColumns = pick(messengerChats, 'connection_id', 'account_id', 'person', 'conversation', 'last_message');

/** The other side of a chat. */
export async function findSide({ sql, widgetId }: InWidget<Read>, chatId: number) {
  const [found] = await sql.prepared(sideColumns)`
    SELECT connection_id, account_id, person, conversation, last_message FROM messenger_chats
    WHERE widget_id = ${widgetId} AND chat_id = ${chatId}`;
  return found;
}

/** Whether the customer has written nothing after a message of theirs. */
export async function isNewestOfCustomer({ sql, widgetId }: InWidget<Read>, chatId: number, messageId: number) {
  const newer = await sql.prepared({})`
    SELECT FROM messages
    WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND id > ${messageId} AND sender = 'client' LIMIT 1`;
  return newer.length === 0;
}

/**
 * Before a message is sent again: of one that failed on its way, the parts that arrived are kept. One that the vendor accepted
 * and could not deliver is sent again from the first part.
 */
export async function forgetUndelivered(
  { sql, widgetId }: InWidget,
  { connectionId, chatId, messageId }: Record<'connectionId' | 'chatId' | 'messageId', number>,
) {
  const [widget, chat, message] = [param(widgetId), param(chatId), param(messageId)];
  await sql`
    DELETE FROM external_messages
    WHERE widget_id = ${widget} AND chat_id = ${chat} AND message_id = ${message} AND 'failed' IS DISTINCT FROM (
      SELECT status FROM deliveries
      WHERE widget_id = ${widget} AND destination_id = ${connectionId} AND kind = 'messenger' AND chat_id = ${chat}
        AND message_id = ${message} ORDER BY id DESC LIMIT 1)`;
}

/** A part that the vendor has removed, while others are left. */
export async function forgetPart(sql: RunSql, { widgetId }: { widgetId: number }, connectionId: number, id: string) {
  await sql`
    DELETE FROM external_messages
    WHERE widget_id = ${widgetId} AND connection_id = ${connectionId} AND external_id = ${id}`;
}
