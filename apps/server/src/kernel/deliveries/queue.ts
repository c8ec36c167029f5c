import { toIsoString } from '../../infra/clock.ts';
import type { RunSql } from '../../infra/postgres/run-sql.ts';
import type { WidgetContext } from '../data/context.ts';
import type { Attempt } from '../data/tables.ts';
import type { Lane } from './lanes.ts';

/** A delivery that this node may send until its lease expires. */
export interface LeasedDelivery {
  id: number;
  created_at: string;
  widget_id: number;
  kind: Lane['kind'];
  destination_id: number;
  type: string;
  /** The event of a webhook. */
  event_id: number | null;
  event_at: string | null;
  event_type: string | null;
  data: Record<string, unknown> | null;
  /** The reply of a channel. */
  chat_id: number | null;
  message_id: number | null;
  /** Including the one this lease is for. */
  attempts: number;
  failures: number;
  body: string | null;
}

/** How an attempt ended. */
export interface Outcome {
  delivery: LeasedDelivery;
  status: 'pending' | 'delivered' | 'failed' | 'skipped';
  failures: number;
  due_at: string | null;
  attempt: Attempt | null;
}

/** Longer than an attempt takes: a node that has not settled by then was killed, and the delivery is sent again. */
const LEASE = { seconds: 15 };

interface ChannelReply {
  channelId: number;
  chatId: number;
  messageId: number;
}

/** Queues a reply for the channel that its chat came through. */
export function addReply({ run, wake, widgetId, now }: WidgetContext, { channelId, chatId, messageId }: ChannelReply) {
  run({
    name: 'deliveries.add_reply',
    text: `INSERT INTO deliveries (widget_id, kind, destination_id, type, chat_id, message_id, status, due_at, created_at)
           VALUES ($1, 'channel', $2, 'channel.outbound', $3, $4, 'pending', $5, $5)`,
    values: [widgetId, channelId, chatId, messageId, toIsoString(now)],
  });
  wake({ kind: 'channel', destinationId: channelId });
}

/** A loose index scan: one index lookup per lane, however many rows wait in it. */
const DUE_LANES = `
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
  SELECT kind, destination_id FROM lanes WHERE due_at <= $1`;

export async function listDueLanes(sql: RunSql, now: Temporal.Instant): Promise<Lane[]> {
  const rows = await sql<{ kind: Lane['kind']; destination_id: number }>({
    name: 'deliveries.lanes',
    text: DUE_LANES,
    values: [toIsoString(now)],
  });
  return rows.map(({ kind, destination_id: destinationId }) => ({ kind, destinationId }));
}

const LEASE_DUE = `
  WITH due AS MATERIALIZED (
    SELECT d.id
    FROM unnest($1::text[], $2::bigint[], $3::integer[]) AS wanted (kind, destination_id, most)
    CROSS JOIN LATERAL (
      SELECT id FROM deliveries
      WHERE status = 'pending' AND kind = wanted.kind AND destination_id = wanted.destination_id AND due_at <= $4
      ORDER BY due_at LIMIT wanted.most FOR UPDATE SKIP LOCKED
    ) AS d
  )
  UPDATE deliveries d SET due_at = $5, attempts = attempts + 1 FROM due WHERE d.id = due.id
  RETURNING d.id, d.created_at, d.widget_id, d.kind, d.destination_id, d.type, d.event_id, d.event_at, d.event_type, d.data,
    d.chat_id, d.message_id, d.attempts, d.failures, d.body`;

/** Leases up to `room` due deliveries of each lane. */
export function lease(sql: RunSql, wanted: { lane: Lane; room: number }[], now: Temporal.Instant) {
  return sql<LeasedDelivery>({
    name: 'deliveries.lease',
    text: LEASE_DUE,
    values: [
      wanted.map(({ lane }) => lane.kind),
      wanted.map(({ lane }) => lane.destinationId),
      wanted.map(({ room }) => room),
      toIsoString(now),
      toIsoString(now.add(LEASE)),
    ],
  });
}

/** Stores the body so that every attempt sends the same. */
export async function storeBody(sql: RunSql, { id }: { id: number }, body: string) {
  await sql({
    name: 'deliveries.store_body',
    text: 'UPDATE deliveries SET body = $2 WHERE id = $1',
    values: [id, body],
  });
}

const SETTLE = `
  UPDATE deliveries d SET status = o.status, failures = o.failures, due_at = o.due_at, log = d.log || o.log
  FROM unnest($1::bigint[], $2::text[], $3::integer[], $4::timestamptz[], $5::jsonb[]) AS o (id, status, failures, due_at, log)
  WHERE d.id = o.id`;

const DELETE = 'DELETE FROM deliveries WHERE id = ANY ($1::bigint[])';

/** Stores outcomes. Of the migration layer only failed deliveries are kept. */
export async function settle(sql: RunSql, outcomes: Outcome[]) {
  const isDeleted = ({ delivery, status }: Outcome) =>
    delivery.kind === 'legacy' && (status === 'delivered' || status === 'skipped');
  const kept = outcomes.filter((each) => !isDeleted(each));
  const deleted = outcomes.filter(isDeleted).map(({ delivery }) => delivery.id);
  const values = [
    kept.map(({ delivery }) => delivery.id),
    kept.map(({ status }) => status),
    kept.map(({ failures }) => failures),
    kept.map(({ due_at }) => due_at),
    kept.map(({ attempt }) => JSON.stringify(attempt ? [attempt] : [])),
  ];
  if (kept.length) await sql({ name: 'deliveries.settle', text: SETTLE, values });
  if (deleted.length) await sql({ name: 'deliveries.delete', text: DELETE, values: [deleted] });
}
