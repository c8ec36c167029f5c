import { TEST_EVENT } from '@parley/contract';
import { toIsoString } from '../../../../infra/clock.ts';
import { integer, json, nullable, pick, type RowOf, text, time } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import { fragment, join, param } from '../../../../infra/postgres/sql.ts';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import type { RowKey } from '../../../../kernel/data/public-ids.ts';
import { deliveries, deliveryHours } from '../../../../kernel/data/tables.ts';

const columns = {
  ...pick(deliveries, 'id', 'created_at', 'type', 'status', 'due_at', 'body', 'log', 'legacy_type'),
  kind: text<'native' | 'legacy'>(),
  event_id: integer(),
  event_at: time(),
  event_type: text(),
  event_number: nullable(integer()),
  data: json<Record<string, unknown>>(),
  /** The delivery that it repeats, and those that repeat it. */
  repeated: nullable(json<RowKey>()),
  repetitions: json<RowKey[]>(),
};

/** A delivery as shown in the log. */
export type DeliveryRow = RowOf<typeof columns>;

/** What is pending has no number of its own yet. */
const NUMBER = fragment`
  coalesce(event_number, (SELECT number FROM events e WHERE e.id = event_id AND e.created_at = event_at))`;

const KEY = fragment`jsonb_build_object('id', o.id, 'created_at', o.created_at)`;
const COLUMNS = fragment`
  d.id, d.created_at, d.kind, d.type, d.event_id, d.event_at, d.event_type, ${NUMBER} AS event_number, d.legacy_type, d.data, d.status, d.due_at,
  d.body, d.log, (
    SELECT ${KEY} FROM deliveries o WHERE o.widget_id = d.widget_id AND o.id = d.redelivery_of
  ) AS repeated, (
    SELECT coalesce(jsonb_agg(${KEY} ORDER BY o.id), '[]') FROM deliveries o
    WHERE o.widget_id = d.widget_id AND o.redelivery_of = d.id
  ) AS repetitions`;

/** Of the migration layer only final failures and tests are logged. */
const isLogged = ({ widgetId }: Context<Read>, subscriptionId: number) =>
  fragment`widget_id = ${widgetId} AND destination_id = ${subscriptionId}
    AND (kind = 'native' OR kind = 'legacy' AND (status = 'failed' OR type = ${TEST_EVENT}))`;

interface Filter {
  status?: string;
  type?: string;
  before: number | undefined;
  limit: number;
}

export function list(ctx: Context<Read>, subscriptionId: number, { status, type, before, limit }: Filter) {
  const conditions = [isLogged(ctx, subscriptionId), fragment`id < ${before ?? Number.MAX_SAFE_INTEGER}`];
  if (status !== undefined) conditions.push(fragment`status = ${status}`);
  if (type !== undefined) conditions.push(fragment`type = ${type}`);
  return ctx.sql(columns)`
    SELECT ${COLUMNS} FROM deliveries d WHERE ${join(conditions, ' AND ')} ORDER BY id DESC LIMIT ${limit}`;
}

export async function find(ctx: Context, subscriptionId: number, id: number) {
  const [found] = await ctx.sql(columns)`
    SELECT ${COLUMNS} FROM deliveries d WHERE ${isLogged(ctx, subscriptionId)} AND id = ${id}`;
  return found;
}

/** Enqueues the same event again in the current envelope and under its current name. */
export async function insertRedelivery(
  { sql, widgetId, now }: Context,
  { id, destination_id }: { id: number; destination_id: number },
  { kind, type }: Pick<DeliveryRow, 'kind' | 'type'>,
) {
  const at = param(toIsoString(now));
  const rows = await sql(pick(deliveries, 'id', 'created_at'))`
    INSERT INTO deliveries (widget_id, kind, destination_id, type, event_id, event_at, event_type, event_number,
      legacy_type, data, status, due_at, redelivery_of, created_at)
    SELECT widget_id, ${kind}, destination_id, ${type}, event_id, event_at, event_type, ${NUMBER}, legacy_type, data,
      'pending', ${at}, id, ${at}
    FROM deliveries WHERE widget_id = ${widgetId} AND destination_id = ${destination_id} AND id = ${id}
    RETURNING id, created_at`;
  return onlyRow(rows);
}

interface Test {
  kind: DeliveryRow['kind'];
  data: object;
  body: string | null;
}

export async function insertTest({ sql, widgetId, now }: Context, subscriptionId: number, { kind, data, body }: Test) {
  const [at, type] = [param(toIsoString(now)), param(TEST_EVENT)];
  const rows = await sql(pick(deliveries, 'id', 'created_at'))`
    INSERT INTO deliveries (widget_id, kind, destination_id, type, event_id, event_at, event_type, data, body, status,
      due_at, created_at)
    VALUES (${widgetId}, ${kind}, ${subscriptionId}, ${type}, nextval('events_id_seq'), ${at}, ${type},
      ${JSON.stringify(data)}::jsonb, ${body}, 'pending', ${at}, ${at})
    RETURNING id, created_at`;
  return onlyRow(rows);
}

const hourColumns = { subscription_id: integer(), ...pick(deliveryHours, 'hour', 'delivered', 'retried', 'failed') };

/** Of the current hour and the 23 before it. A subscription whose vocabulary changed has two rows in that hour. */
export function listHours({ sql, widgetId, now }: Context<Read>) {
  return sql(hourColumns)`
    SELECT destination_id AS subscription_id, hour, sum(delivered)::int AS delivered, sum(retried)::int AS retried,
      sum(failed)::int AS failed
    FROM delivery_hours WHERE widget_id = ${widgetId} AND kind IN ('native', 'legacy')
    AND hour > ${toIsoString(now)}::timestamptz - interval '24 hours'
    GROUP BY destination_id, hour ORDER BY destination_id, hour`;
}

interface Period {
  subscriptionId: number;
  from: string;
  to: string;
}

/** Offline messages can't be replayed: whether an agent was online at the time is not stored. */
const fromReplayed = ({ widgetId }: Context, { subscriptionId, from, to }: Period) => fragment`
  FROM events e JOIN webhook_subscriptions s ON s.widget_id = e.widget_id AND s.id = ${subscriptionId}
  CROSS JOIN LATERAL (
    SELECT CASE WHEN e.type <> 'message.created' THEN legacy_event_name(e.widget_id, e.type, e.data, e.created_at) END
      AS legacy_type OFFSET 0
  ) AS known
  CROSS JOIN LATERAL (SELECT CASE WHEN s.is_legacy_compat THEN known.legacy_type ELSE e.type END AS type) AS named
  WHERE e.widget_id = ${widgetId} AND e.created_at >= ${from} AND e.created_at < ${to} AND named.type = ANY (s.events)`;

/** Counts matching events of the period, up to `limit`. */
export async function countReplayed(ctx: Context, period: Period, limit: number) {
  const rows = await ctx.sql({ count: integer() })`
    SELECT count(*)::int AS count FROM (SELECT ${fromReplayed(ctx, period)} LIMIT ${limit}) AS found`;
  return onlyRow(rows).count;
}

export async function insertReplayed(ctx: Context, period: Period) {
  const at = param(toIsoString(ctx.now));
  await ctx.sql`
    INSERT INTO deliveries (widget_id, kind, destination_id, type, event_id, event_at, event_type, event_number,
      legacy_type, data, status, due_at, created_at)
    SELECT e.widget_id, CASE WHEN s.is_legacy_compat THEN 'legacy' ELSE 'native' END, s.id, named.type, e.id,
      e.created_at, e.type, e.number, known.legacy_type, e.data, 'pending', ${at}, ${at}
    ${fromReplayed(ctx, period)} ORDER BY e.id`;
}
