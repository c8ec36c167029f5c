import type { DeliveryReason } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import { bytes, integer, nullable, pick } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import type { RunSql } from '../../../infra/postgres/run-sql.ts';
import { type Fragment, fragment, param } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read, WidgetWork } from '../../../kernel/data/context.ts';
import { contacts } from '../contacts/tables.ts';
import { sendRecipients, type storedStates } from './tables.ts';

export type StoredState = (typeof storedStates)[number];

const countColumns = {
  send_id: integer(),
  state: sendRecipients.state,
  count: integer(),
  delivered: integer(),
  read: integer(),
  replied: integer(),
  clicked: integer(),
  unsubscribed: integer(),
  complained: integer(),
};

/** Counts of several sends, by state. */
export function count({ sql, widgetId }: InWidget<Read>, sendIds: number[]) {
  return sql(countColumns)`
    SELECT send_id, state, count(*)::int AS count, count(delivered_at)::int AS delivered, count(read_at)::int AS read,
      count(replied_at)::int AS replied, count(clicked_at)::int AS clicked, count(unsubscribed_at)::int AS unsubscribed,
      count(complained_at)::int AS complained
    FROM send_recipients WHERE widget_id = ${widgetId} AND send_id = ANY (${sendIds}::bigint[])
    GROUP BY send_id, state`;
}

const recipientColumns = {
  ...pick(sendRecipients, 'id', 'state', 'reason', 'chat_id', 'message_id', 'attempts', 'next_attempt_at', 'sent_at'),
  contact_id: nullable(contacts.guid),
};

export type RecipientRow = Awaited<ReturnType<typeof list>>[number];

interface Page {
  states: StoredState[] | null;
  after: number | undefined;
  limit: number;
}

/** In the order in which they are sent to. */
export function list({ sql, widgetId }: InWidget<Read>, sendId: number, { states, after = 0, limit }: Page) {
  const widget = param(widgetId);
  return sql(recipientColumns)`
    SELECT r.id, r.state, r.reason, r.chat_id, r.message_id, r.attempts, coalesce(r.next_attempt_at, d.due_at) AS next_attempt_at,
      r.sent_at, k.guid AS contact_id
    FROM send_recipients r LEFT JOIN contacts k ON k.widget_id = r.widget_id AND k.id = r.contact_id
    LEFT JOIN deliveries d ON r.state = 'handed' AND d.widget_id = ${widget} AND d.chat_id = r.chat_id
      AND d.message_id = r.message_id AND d.kind IN ('broadcast', 'messenger') AND d.status = 'pending'
      AND d.due_at < 'infinity' AND d.data -> 'is_calling' IS NULL
    WHERE r.widget_id = ${widget} AND r.send_id = ${sendId} AND r.id > ${after}
      AND (${states}::text[] IS NULL OR r.state = ANY (${states}::text[]))
    ORDER BY r.id LIMIT ${limit}`;
}

interface Ended {
  chatId: number;
  messageId: number;
  state: 'sent' | 'failed' | 'unknown';
  reason: string | null;
}

/** What became of messages that were handed over. Returns how many recipients that settled. */
export function settle({ run, widgetId, now }: InWidget, ended: Ended[]) {
  run.prepared`
    UPDATE send_recipients r SET state = e.state, reason = e.reason, attempts = greatest(r.attempts, 1),
      sent_at = CASE WHEN e.state = 'sent' THEN ${now.toString()}::timestamptz ELSE r.sent_at END
    FROM unnest(
      ${ended.map(({ chatId }) => chatId)}::bigint[],
      ${ended.map(({ messageId }) => messageId)}::bigint[],
      ${ended.map(({ state }) => state)}::text[],
      ${ended.map(({ reason }) => reason)}::text[]
    ) AS e (chat_id, message_id, state, reason)
    WHERE r.widget_id = ${widgetId} AND r.chat_id = e.chat_id AND r.message_id = e.message_id
      AND (r.state = 'handed' OR r.state = 'sent' AND e.state = 'failed')`;
}

type Receipt = 'delivered' | 'read';

/** Receipts of messages, which come late and twice. What was read was delivered. */
export function recordReceipts({ run, widgetId, now }: InWidget, chatId: number, ids: number[], receipt: Receipt) {
  const at = param(toIsoString(now));
  run.prepared`
    UPDATE send_recipients SET delivered_at = coalesce(delivered_at, ${at}),
      read_at = CASE WHEN ${receipt === 'read'} THEN coalesce(read_at, ${at}) ELSE read_at END
    WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND message_id = ANY (${ids}::bigint[])`;
}

/** The visitor's browser received the messages of a chat up to `seq`. */
export function recordReceived({ run, widgetId, now }: InWidget, chatId: number, seq: number) {
  const [widget, chat] = [param(widgetId), param(chatId)];
  run.prepared`
    UPDATE send_recipients r SET delivered_at = ${toIsoString(now)} FROM messages m
    WHERE r.widget_id = ${widget} AND r.chat_id = ${chat} AND r.message_id = m.id AND r.delivered_at IS NULL
      AND m.widget_id = ${widget} AND m.chat_id = ${chat} AND m.seq <= ${seq}`;
}

/** A customer wrote: what they were sent in the last days is replied to. */
export function recordReply({ run, widgetId, now }: InWidget, chatId: number, since: Temporal.Instant) {
  run.prepared`
    UPDATE send_recipients SET replied_at = ${now.toString()}
    WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND message_id IS NOT NULL AND replied_at IS NULL
      AND (sent_at > ${since.toString()} OR state = 'handed')`;
}

/** A customer left the broadcasts of the channel: counted for the newest one. */
export function recordUnsubscribed({ run, widgetId, now }: InWidget, chatId: number) {
  const [widget, chat] = [param(widgetId), param(chatId)];
  run.prepared`
    UPDATE send_recipients SET unsubscribed_at = ${now.toString()}
    WHERE widget_id = ${widget} AND chat_id = ${chat} AND unsubscribed_at IS NULL AND message_id = (
      SELECT max(message_id) FROM send_recipients WHERE widget_id = ${widget} AND chat_id = ${chat})`;
}

const rankOf = (state: Fragment) => fragment`CASE ${state} WHEN 'skipped' THEN 2 WHEN 'pending' THEN 1 ELSE 0 END`;

/**
 * A merge leaves one row per send: the one that was sent to, else one that will be. The other contact's rows move, and its chats are those
 * that were merged.
 */
export async function merge({ sql, widgetId }: WidgetWork, from: number, into: number) {
  const [widget, source, target] = [param(widgetId), param(from), param(into)];
  await sql`
    DELETE FROM send_recipients r USING send_recipients other
    WHERE r.widget_id = ${widget} AND other.widget_id = ${widget} AND r.send_id = other.send_id
      AND r.contact_id IN (${source}, ${target}) AND other.contact_id IN (${source}, ${target}) AND r.id <> other.id
      AND (${rankOf(fragment`r.state`)} > ${rankOf(fragment`other.state`)}
        OR ${rankOf(fragment`r.state`)} = ${rankOf(fragment`other.state`)} AND r.contact_id = ${source})`;
  await sql`
    UPDATE send_recipients SET contact_id = ${target} WHERE widget_id = ${widget} AND contact_id = ${source}`;
}

/** The rows of a send that is deleted. */
export async function removeOfSend({ sql, widgetId }: InWidget, sendId: number) {
  await sql`DELETE FROM send_recipients WHERE widget_id = ${widgetId} AND send_id = ${sendId}`;
}

interface SettledClaim {
  id: number;
  state: 'handed' | 'sent' | 'skipped' | 'failed';
  reason: string | null;
  chatId: number | null;
  messageId: number | null;
}

/** What became of claimed recipients. */
export function settleClaims({ run, widgetId, now }: InWidget, sendId: number, settled: SettledClaim[]) {
  run.prepared`
    UPDATE send_recipients r SET state = e.state, reason = e.reason, chat_id = e.chat_id, message_id = e.message_id,
      attempts = r.attempts + (e.state = 'sent')::int, next_attempt_at = NULL,
      sent_at = CASE WHEN e.state = 'sent' THEN ${toIsoString(now)}::timestamptz END
    FROM unnest(
      ${settled.map(({ id }) => id)}::bigint[],
      ${settled.map(({ state }) => state)}::text[],
      ${settled.map(({ reason }) => reason)}::text[],
      ${settled.map(({ chatId }) => chatId)}::bigint[],
      ${settled.map(({ messageId }) => messageId)}::bigint[]
    ) AS e (id, state, reason, chat_id, message_id)
    WHERE r.widget_id = ${widgetId} AND r.send_id = ${sendId} AND r.id = e.id`;
}

interface SettledDelivery {
  id: number;
  /** Pending: it is tried again. Skipped: nothing was called, so that the recipient waits for the send to go on. */
  status: 'pending' | 'delivered' | 'failed' | 'skipped';
  reason: DeliveryReason | null;
  failures: number;
}

/**
 * What became of deliveries to custom channels: by their place now, which a merge may have changed since they were leased.
 * None is under way any longer.
 */
export async function settleDeliveries(sql: RunSql, now: Temporal.Instant, settled: SettledDelivery[]) {
  await sql.prepared`
    WITH ended AS (
      UPDATE deliveries d SET data = NULL, failures = e.failures
      FROM unnest(
        ${settled.map(({ id }) => id)}::bigint[],
        ${settled.map(({ status }) => status)}::text[],
        ${settled.map(({ reason }) => reason)}::text[],
        ${settled.map(({ failures }) => failures)}::integer[]
      ) AS e (id, status, reason, failures)
      WHERE d.id = e.id AND d.status = 'pending' RETURNING d.widget_id, d.chat_id, d.message_id, e.status, e.reason
    )
    UPDATE send_recipients r SET reason = e.reason,
      state = CASE e.status WHEN 'delivered' THEN 'sent' WHEN 'skipped' THEN 'pending' ELSE 'failed' END,
      sent_at = CASE WHEN e.status = 'delivered' THEN ${toIsoString(now)}::timestamptz END
    FROM ended e
    WHERE r.widget_id = e.widget_id AND r.chat_id = e.chat_id AND r.message_id = e.message_id AND r.state = 'handed'
      AND e.status <> 'pending'`;
}

/** How many are on their way. */
export async function countHanded({ sql, widgetId }: InWidget<Read>, sendId: number) {
  const rows = await sql.prepared({ count: integer() })`
    SELECT count(*)::int AS count FROM send_recipients
    WHERE widget_id = ${widgetId} AND send_id = ${sendId} AND state = 'handed'`;
  return onlyRow(rows).count;
}

/** How long a node may take with an e-mail before it counts as killed. */
const MAIL_LEASE = { seconds: 60 };

/** E-mails that a node claimed and never reported on, in all widgets: nobody knows whether they went out. Returns how many. */
export async function settleUnclaimed(sql: RunSql, now: Temporal.Instant) {
  const rows = await sql.prepared({ id: sendRecipients.id })`
    UPDATE send_recipients SET state = 'unknown', handed_at = NULL
    WHERE state = 'handed' AND handed_at < ${toIsoString(now.subtract(MAIL_LEASE))} RETURNING id`;
  return rows.length;
}

/** Of an e-mail of a send: by the address, since the contact may be another one since. */
export function recordUnsubscribedMail({ run, widgetId, now }: InWidget, sendId: number, hash: Buffer) {
  run.prepared`
    UPDATE send_recipients SET unsubscribed_at = coalesce(unsubscribed_at, ${toIsoString(now)})
    WHERE widget_id = ${widgetId} AND send_id = ${sendId} AND address_hash = ${hash}`;
}

/** Nothing is on its way to them any longer: their contact was erased, or their message deleted. */
export async function settleLost({ sql, widgetId }: InWidget, sendId: number) {
  const widget = param(widgetId);
  await sql.prepared`
    UPDATE send_recipients r SET state = CASE WHEN k.id IS NULL THEN 'skipped' ELSE 'unknown' END,
      reason = CASE WHEN k.id IS NULL THEN 'erased' END
    FROM send_recipients h LEFT JOIN contacts k ON k.widget_id = h.widget_id AND k.id = h.contact_id
    WHERE h.widget_id = ${widget} AND h.send_id = ${sendId} AND h.state = 'handed'
      AND r.widget_id = h.widget_id AND r.send_id = h.send_id AND r.id = h.id AND NOT EXISTS (
        SELECT FROM deliveries d
        WHERE d.widget_id = ${widget} AND d.chat_id = h.chat_id AND d.message_id = h.message_id
          AND d.kind IN ('broadcast', 'messenger') AND d.status = 'pending')`;
}

interface Place {
  sendId: number;
  recipientId: number;
}

/** The contact and the address that an e-mail went to. */
export async function findAddressed({ sql, widgetId }: InWidget<Read>, { sendId, recipientId }: Place) {
  const [found] = await sql({ contact_id: sendRecipients.contact_id, address_hash: bytes() })`
    SELECT contact_id, address_hash FROM send_recipients
    WHERE widget_id = ${widgetId} AND send_id = ${sendId} AND id = ${recipientId} AND address_hash IS NOT NULL`;
  return found;
}

interface ReturnedMail {
  state: 'bounced' | 'failed';
  reason: string;
}

/** An e-mail that the mail server had accepted could not be delivered. */
export function settleReturned(
  { run, widgetId }: InWidget,
  { sendId, recipientId }: Place,
  { state, reason }: ReturnedMail,
) {
  const settled = param(state);
  run.prepared`
    UPDATE send_recipients SET state = ${settled}, reason = ${reason}, attempts = greatest(attempts, 1)
    WHERE widget_id = ${widgetId} AND send_id = ${sendId} AND id = ${recipientId}
      AND (state IN ('handed', 'sent', 'unknown') OR state = 'failed' AND ${settled} = 'bounced')`;
}

export function recordComplaint({ run, widgetId, now }: InWidget, { sendId, recipientId }: Place) {
  run.prepared`
    UPDATE send_recipients SET complained_at = ${toIsoString(now)}
    WHERE widget_id = ${widgetId} AND send_id = ${sendId} AND id = ${recipientId} AND complained_at IS NULL`;
}
