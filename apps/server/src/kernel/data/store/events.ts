import { pick } from '../../../infra/postgres/row-schema.ts';
import type { RunSql } from '../../../infra/postgres/run-sql.ts';
import { fragment, join, param } from '../../../infra/postgres/sql.ts';
import { leasedColumns } from '../leased-delivery.ts';
import { deliveries } from '../tables.ts';
import { REFUSE_SUBSCRIPTIONS } from './assumptions.ts';

interface NewEvent {
  accountId: number;
  widgetId: number;
  type: string;
  /** As JSON. */
  data: string;
}

/** Up to this many events are a prepared statement. The array form is planned each time, which takes longer than running it. */
export const MAX_FEW = 4;

/**
 * Inserts events with a delivery to each matching subscription: who gets an event is decided when it happens. Its name in
 * the migration layer is looked up only if the widget has a subscription.
 */
const INSERT = fragment`
  WITH happened AS (
    INSERT INTO events (created_at, account_id, widget_id, type, data)`;
/** Due time and attempts of the deliveries follow. Their ids are taken here, so that URL and secret can be returned too. */
const WITH_DELIVERIES = fragment`RETURNING id, created_at, widget_id, type, data
  ), matched AS (
    SELECT nextval('deliveries_id_seq') AS id, e.widget_id,
      CASE WHEN s.is_legacy_compat THEN 'legacy' ELSE 'native' END AS kind, s.id AS destination_id, named.type,
      e.id AS event_id, e.created_at, e.type AS event_type, known.legacy_type, e.data, s.address, s.secret,
      CASE WHEN s.previous_secret_until > e.created_at THEN s.previous_secret END AS previous_secret
    FROM happened e JOIN webhook_subscriptions s ON s.widget_id = e.widget_id AND s.is_active
    CROSS JOIN LATERAL (
      SELECT legacy_event_name(e.widget_id, e.type, e.data, e.created_at) AS legacy_type OFFSET 0
    ) AS known
    CROSS JOIN LATERAL (SELECT CASE WHEN s.is_legacy_compat THEN known.legacy_type ELSE e.type END AS type) AS named
    WHERE named.type = ANY (s.events)
  ), added AS (
    INSERT INTO deliveries (id, widget_id, kind, destination_id, type, event_id, event_at, event_type, legacy_type, data,
      status, created_at, due_at, attempts) OVERRIDING SYSTEM VALUE
    SELECT id, widget_id, kind, destination_id, type, event_id, created_at, event_type, legacy_type, data, 'pending',
      created_at,`;
const LEASED = fragment`FROM matched
  )
  SELECT id, created_at, widget_id, kind, destination_id, type, event_id, created_at AS event_at, event_type,
    NULL::bigint AS event_number, data, NULL::bigint AS chat_id, NULL::bigint AS message_id, 1 AS attempts, 0 AS failures,
    NULL AS body, address, secret, previous_secret
  FROM matched`;

/**
 * Inserts an event that nobody subscribes to; fails if the widget has a subscription. Matching costs PostgreSQL as much as
 * the insert, even if there is nothing to match.
 */
export async function insertUnsubscribed(sql: RunSql, { accountId, widgetId, type, data }: NewEvent, now: string) {
  const widget = param(widgetId);
  await sql.prepared`
    INSERT INTO events (created_at, account_id, widget_id, type, data) VALUES (
      CASE WHEN EXISTS (SELECT FROM webhook_subscriptions WHERE widget_id = ${widget} AND is_active)
      THEN ${REFUSE_SUBSCRIPTIONS} ELSE ${now}::timestamptz END, ${accountId}, ${widget}, ${type}, ${data}::jsonb)`;
}

interface InsertTimes {
  now: string;
  /** When the leases of the deliveries expire; null to leave them to the queue. */
  until: string | null;
}

/** Inserts up to `MAX_FEW` events in order; returns their deliveries. */
export function insertFew(sql: RunSql, events: NewEvent[], times: InsertTimes) {
  const [first] = events;
  return first && events.length === 1 ? insertOne(sql, first, times) : insertPrepared(sql, events, times);
}

/** The usual case. Its text is compiled once. */
function insertOne(sql: RunSql, { accountId, widgetId, type, data }: NewEvent, { now, until }: InsertTimes) {
  const lease = param(until);
  return sql.prepared(leasedColumns)`
    ${INSERT} VALUES (${now}::timestamptz, ${accountId}::bigint, ${widgetId}::bigint, ${type}::text, ${data}::jsonb)
    ${WITH_DELIVERIES} coalesce(${lease}::timestamptz, created_at), (${lease} IS NOT NULL)::integer ${LEASED}`;
}

function insertPrepared(sql: RunSql, events: NewEvent[], { now, until }: InsertTimes) {
  const [at, lease] = [param(now), param(until)];
  const rows = events.map(
    ({ accountId, widgetId, type, data }) =>
      fragment`(${at}::timestamptz, ${accountId}::bigint, ${widgetId}::bigint, ${type}::text, ${data}::jsonb)`,
  );
  return sql.prepared(leasedColumns)`${INSERT} VALUES ${join(rows)}
    ${WITH_DELIVERIES} coalesce(${lease}::timestamptz, created_at), (${lease} IS NOT NULL)::integer ${LEASED}`;
}

const laneColumns = pick(deliveries, 'kind', 'destination_id');

/** Inserts any number of events in order; returns the lanes of their deliveries, which nobody has leased. */
export const insertMany = (sql: RunSql, events: NewEvent[], now: string) => sql(laneColumns)`
  ${INSERT} SELECT ${now}::timestamptz, account_id, widget_id, type, data
  FROM unnest(${events.map(({ accountId }) => accountId)}::bigint[], ${events.map(({ widgetId }) => widgetId)}::bigint[],
    ${events.map(({ type }) => type)}::text[], ${events.map(({ data }) => data)}::jsonb[]
  ) AS each (account_id, widget_id, type, data)
  ${WITH_DELIVERIES} created_at, 0 FROM matched) SELECT DISTINCT kind, destination_id FROM matched`;
