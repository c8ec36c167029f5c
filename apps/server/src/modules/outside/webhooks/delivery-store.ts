import type { LegacyEventName, WebhookDelivery } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import type { Context, Read } from '../../../kernel/data/context.ts';
import type { Attempt } from '../../../kernel/data/tables.ts';

/** A delivery as shown in the log. */
export interface DeliveryRow {
  id: number;
  created_at: string;
  kind: 'native' | 'legacy';
  type: string;
  event_id: number;
  event_at: string;
  status: WebhookDelivery['status'];
  due_at: string | null;
  body: string | null;
  log: Attempt[];
  event_type: string;
  legacy_type: LegacyEventName | null;
  data: Record<string, unknown>;
}

interface Filter {
  status?: string;
  type?: string;
  before: number | undefined;
  limit: number;
}

/** Of the migration layer only final failures are logged. */
const LOGGED = `widget_id = $1 AND destination_id = $2 AND (kind = 'native' OR kind = 'legacy' AND status = 'failed')`;

const COLUMNS = `
  id, created_at, kind, type, event_id, event_at, event_type, legacy_type, data, status, due_at, body, log`;

export function list(
  { sql, widgetId }: Context<Read>,
  subscriptionId: number,
  { status, type, before, limit }: Filter,
) {
  const values: unknown[] = [widgetId, subscriptionId, before ?? Number.MAX_SAFE_INTEGER, limit];
  let conditions = `${LOGGED} AND id < $3`;
  for (const [column, value] of Object.entries({ status, type })) {
    if (value !== undefined) conditions += ` AND ${column} = $${values.push(value)}`;
  }
  const text = `SELECT ${COLUMNS} FROM deliveries WHERE ${conditions} ORDER BY id DESC LIMIT $4`;
  return sql<DeliveryRow>({ text, values });
}

export async function find({ sql, widgetId }: Context, subscriptionId: number, id: number) {
  const [found] = await sql<DeliveryRow>({
    text: `SELECT ${COLUMNS} FROM deliveries WHERE ${LOGGED} AND id = $3`,
    values: [widgetId, subscriptionId, id],
  });
  return found;
}

/** Enqueues the same event again in the current envelope and under its current name. */
export async function insertRedelivery(
  { sql, widgetId, now }: Context,
  { id, destination_id }: { id: number; destination_id: number },
  { kind, type }: Pick<DeliveryRow, 'kind' | 'type'>,
) {
  const [inserted] = await sql<{ id: number; created_at: string }>({
    text: `INSERT INTO deliveries (widget_id, kind, destination_id, type, event_id, event_at, event_type, legacy_type, data, status,
             due_at, created_at)
           SELECT widget_id, $4, destination_id, $5, event_id, event_at, event_type, legacy_type, data, 'pending', $6, $6
           FROM deliveries WHERE widget_id = $1 AND destination_id = $2 AND id = $3
           RETURNING id, created_at`,
    values: [widgetId, destination_id, id, kind, type, toIsoString(now)],
  });
  return inserted as NonNullable<typeof inserted>;
}

interface Period {
  subscriptionId: number;
  from: string;
  to: string;
}

/** Offline messages can't be replayed: whether an agent was online at the time is not stored. */
const REPLAYED = `
  FROM events e JOIN webhook_subscriptions s ON s.widget_id = e.widget_id AND s.id = $2
  CROSS JOIN LATERAL (
    SELECT CASE WHEN e.type <> 'message.created' THEN legacy_event_name(e.widget_id, e.type, e.data, e.created_at) END AS legacy_type
    OFFSET 0
  ) AS known
  CROSS JOIN LATERAL (SELECT CASE WHEN s.is_legacy_compat THEN known.legacy_type ELSE e.type END AS type) AS asked
  WHERE e.widget_id = $1 AND e.created_at >= $3 AND e.created_at < $4 AND asked.type = ANY (s.events)`;

/** Counts matching events of the period, up to `most`. */
export async function countReplayed({ sql, widgetId }: Context, { subscriptionId, from, to }: Period, most: number) {
  const [found] = await sql<{ count: number }>({
    text: `SELECT count(*)::int AS count FROM (SELECT ${REPLAYED} LIMIT $5) AS found`,
    values: [widgetId, subscriptionId, from, to, most],
  });
  return found?.count ?? 0;
}

export async function insertReplayed({ sql, widgetId, now }: Context, { subscriptionId, from, to }: Period) {
  await sql({
    text: `INSERT INTO deliveries (widget_id, kind, destination_id, type, event_id, event_at, event_type, legacy_type, data, status,
             due_at, created_at)
           SELECT e.widget_id, CASE WHEN s.is_legacy_compat THEN 'legacy' ELSE 'native' END, s.id, asked.type, e.id,
             e.created_at, e.type, known.legacy_type, e.data, 'pending', $5, $5
           ${REPLAYED} ORDER BY e.id`,
    values: [widgetId, subscriptionId, from, to, toIsoString(now)],
  });
}
