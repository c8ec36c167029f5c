import { toIsoString } from '../../infra/clock.ts';
import { integer, pick } from '../../infra/postgres/row-schema.ts';
import type { RunSql } from '../../infra/postgres/run-sql.ts';
import { param, raw } from '../../infra/postgres/sql.ts';
import type { InWidget } from '../data/context.ts';
import { type LeasedDelivery, leasedColumns } from '../data/leased-delivery.ts';
import { type Attempt, deliveries, type Lane } from '../data/tables.ts';

/** How an attempt ended. */
export interface Outcome {
  delivery: LeasedDelivery;
  status: 'pending' | 'delivered' | 'failed' | 'skipped';
  failures: number;
  due_at: string | null;
  attempt: Attempt | null;
}

export interface ChannelReply {
  channelId: number;
  chatId: number;
  messageId: number;
}

export function insertReply({ run, widgetId, now }: InWidget, { channelId, chatId, messageId }: ChannelReply) {
  const at = param(toIsoString(now));
  run.prepared`
    INSERT INTO deliveries (widget_id, kind, destination_id, type, chat_id, message_id, status, due_at, created_at)
    VALUES (${widgetId}, 'channel', ${channelId}, 'channel.outbound', ${chatId}, ${messageId}, 'pending', ${at}, ${at})`;
}

export interface ChannelBroadcast {
  channelId: number;
  messages: { chatId: number; messageId: number }[];
}

export function insertBroadcasts({ run, widgetId, now }: InWidget, { channelId, messages }: ChannelBroadcast) {
  const at = param(toIsoString(now));
  run.prepared`
    INSERT INTO deliveries (widget_id, kind, destination_id, type, chat_id, message_id, status, due_at, created_at)
    SELECT ${widgetId}, 'broadcast', ${channelId}, 'channel.outbound', chat_id, message_id, 'pending', ${at}::timestamptz,
      ${at}::timestamptz
    FROM unnest(${messages.map(({ chatId }) => chatId)}::bigint[], ${messages.map(({ messageId }) => messageId)}::bigint[])
      AS m (chat_id, message_id)`;
}

export interface MessengerMessage {
  connectionId: number;
  chatId: number;
  messageId: number;
}

/**
 * One message of a chat is due at a time: the one before it makes it due when it is settled. Both happen under the lock of
 * the chat.
 */
export function insertMessengerMessage(
  { run, widgetId, now }: InWidget,
  { connectionId, chatId, messageId }: MessengerMessage,
) {
  const [widget, chat, at] = [param(widgetId), param(chatId), param(toIsoString(now))];
  run.prepared`
    INSERT INTO deliveries (widget_id, kind, destination_id, type, chat_id, message_id, status, due_at, created_at)
    VALUES (${widget}, 'messenger', ${connectionId}, 'messenger.outbound', ${chat}, ${messageId}, 'pending',
      CASE WHEN EXISTS (
        SELECT FROM deliveries
        WHERE widget_id = ${widget} AND chat_id = ${chat} AND kind = 'messenger' AND status = 'pending'
      ) THEN 'infinity'::timestamptz ELSE greatest(${at}::timestamptz, (
        SELECT next_send_at FROM messenger_chats WHERE widget_id = ${widget} AND chat_id = ${chat}
      )) END, ${at})`;
}

const laneColumns = pick(deliveries, 'kind', 'destination_id');

/** A loose index scan: one index lookup per lane, however many rows wait in it. */
export async function listDueLanes(sql: RunSql, now: Temporal.Instant): Promise<Lane[]> {
  const rows = await sql.prepared(laneColumns)`
    WITH RECURSIVE lanes AS (
      (SELECT kind, destination_id, due_at FROM deliveries WHERE status = 'pending'
       ORDER BY kind, destination_id, due_at LIMIT 1)
      UNION ALL
      SELECT next.kind, next.destination_id, next.due_at FROM lanes CROSS JOIN LATERAL (
        SELECT kind, destination_id, due_at FROM deliveries
        WHERE status = 'pending' AND (kind, destination_id) > (lanes.kind, lanes.destination_id)
        ORDER BY kind, destination_id, due_at LIMIT 1
      ) AS next
    )
    SELECT kind, destination_id FROM lanes WHERE due_at <= ${toIsoString(now)}`;
  return rows.map(({ kind, destination_id: destinationId }) => ({ kind, destinationId }));
}

/** Leases up to `capacity` due deliveries of each lane. URL and secret are read here, so that a change applies at once. */
export function lease(
  sql: RunSql,
  claimed: { lane: Lane; capacity: number }[],
  { now, until }: Record<'now' | 'until', Temporal.Instant>,
) {
  const at = param(toIsoString(now));
  const [kinds, destinations] = [claimed.map(({ lane }) => lane.kind), claimed.map(({ lane }) => lane.destinationId)];
  return sql.prepared(leasedColumns)`
    WITH due AS MATERIALIZED (
      SELECT d.id, d.widget_id, claimed.kind, claimed.destination_id
      FROM unnest(${kinds}::text[], ${destinations}::bigint[], ${claimed.map(({ capacity }) => capacity)}::integer[])
        AS claimed (kind, destination_id, capacity)
      CROSS JOIN LATERAL (
        SELECT id, widget_id FROM deliveries
        WHERE status = 'pending' AND kind = claimed.kind AND destination_id = claimed.destination_id
        AND due_at <= ${at}
        ORDER BY due_at LIMIT claimed.capacity FOR UPDATE SKIP LOCKED
      ) AS d
    )
    UPDATE deliveries d SET due_at = ${toIsoString(until)}, attempts = attempts + 1
    FROM due LEFT JOIN webhook_subscriptions s ON due.kind IN ('native', 'legacy') AND s.widget_id = due.widget_id
      AND s.id = due.destination_id AND s.is_active
    WHERE d.id = due.id
    RETURNING d.id, d.created_at, d.widget_id, d.kind, d.destination_id, d.type, d.event_id, d.event_at, d.event_type,
      d.event_number, d.data, d.chat_id, d.message_id, d.attempts, d.failures, d.body, s.address, s.secret,
      CASE WHEN s.previous_secret_until > ${at} THEN s.previous_secret END AS previous_secret`;
}

/** Returns leases under which nothing was sent. */
export async function returnLeases(sql: RunSql, ids: number[]) {
  await sql.prepared`
    UPDATE deliveries SET due_at = created_at, attempts = attempts - 1
    WHERE id = ANY (${ids}::bigint[]) AND status = 'pending'`;
}

/** Stores bodies by delivery, so that every attempt sends the same. */
export async function storeBodies(sql: RunSql, bodies: Map<number, string>) {
  if (!bodies.size) return;
  await sql.prepared`
    UPDATE deliveries d SET body = b.body
    FROM unnest(${[...bodies.keys()]}::bigint[], ${[...bodies.values()]}::text[]) AS b (id, body) WHERE d.id = b.id`;
}

export async function settle(sql: RunSql, outcomes: Outcome[]) {
  await sql.prepared`
    UPDATE deliveries d SET status = o.status, failures = o.failures, due_at = o.due_at, log = d.log || o.log,
      event_number = coalesce(o.event_number, d.event_number)
    FROM unnest(
      ${outcomes.map(({ delivery }) => delivery.id)}::bigint[],
      ${outcomes.map(({ status }) => status)}::text[],
      ${outcomes.map(({ failures }) => failures)}::integer[],
      ${outcomes.map(({ due_at }) => due_at)}::timestamptz[],
      ${outcomes.map(({ attempt }) => JSON.stringify(attempt ? [attempt] : []))}::jsonb[],
      ${outcomes.map(({ delivery }) => delivery.event_number)}::bigint[]
    ) AS o (id, status, failures, due_at, log, event_number)
    WHERE d.id = o.id`;
}

/** Adds the attempts to the counters of their hours. Sorted, so that two nodes can't deadlock. */
export async function countOutcomes(sql: RunSql, outcomes: Outcome[]) {
  const counted = outcomes.filter((outcome) => outcome.attempt !== null);
  if (!counted.length) return;
  await sql.prepared`
    INSERT INTO delivery_hours (widget_id, kind, destination_id, hour, delivered, retried, failed)
    SELECT widget_id, kind, destination_id, date_trunc('hour', at, 'UTC'), count(*) FILTER (WHERE status = 'delivered'),
      count(*) FILTER (WHERE status = 'pending'), count(*) FILTER (WHERE status = 'failed')
    FROM unnest(
      ${counted.map(({ delivery }) => delivery.widget_id)}::bigint[],
      ${counted.map(({ delivery }) => delivery.kind)}::text[],
      ${counted.map(({ delivery }) => delivery.destination_id)}::bigint[],
      ${counted.map(({ attempt }) => attempt?.at)}::timestamptz[],
      ${counted.map(({ status }) => status)}::text[]
    ) AS o (widget_id, kind, destination_id, at, status)
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (widget_id, kind, destination_id, hour) DO UPDATE SET
      delivered = delivery_hours.delivered + excluded.delivered, retried = delivery_hours.retried + excluded.retried,
      failed = delivery_hours.failed + excluded.failed`;
}

export async function remove(sql: RunSql, ids: number[]) {
  await sql.prepared`DELETE FROM deliveries WHERE id = ANY (${ids}::bigint[])`;
}

interface Age {
  now: Temporal.Instant;
  /** How old they are at least, as an interval. */
  kept: string;
}

/** Removes up to `limit` old deliveries that are not pending; returns how many. */
export async function removeOld(sql: RunSql, { now, kept }: Age, limit: number) {
  const [removed] = await sql({ count: integer() })`
    WITH old AS (
      SELECT id FROM deliveries
      WHERE created_at < ${now.toString()}::timestamptz - interval '${raw(kept)}' AND status <> 'pending' LIMIT ${limit}
    ), gone AS (DELETE FROM deliveries d USING old WHERE d.id = old.id RETURNING d.id)
    SELECT count(*)::int AS count FROM gone`;
  return removed?.count ?? 0;
}

/** Removes up to `limit` counters of hours that ended long ago; returns how many. */
export async function removeOldHours(sql: RunSql, { now, kept }: Age, limit: number) {
  const [removed] = await sql({ count: integer() })`
    WITH gone AS (
      DELETE FROM delivery_hours WHERE ctid IN (
        SELECT ctid FROM delivery_hours WHERE hour < ${now.toString()}::timestamptz - interval '${raw(kept)}'
        LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING hour
    ) SELECT count(*)::int AS count FROM gone`;
  return removed?.count ?? 0;
}
