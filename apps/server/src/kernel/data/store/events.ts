import { pick } from '../../../infra/postgres/row-schema.ts';
import type { RunSql } from '../../../infra/postgres/run-sql.ts';
import { fragment, join, param } from '../../../infra/postgres/sql.ts';
import { deliveries } from '../tables.ts';

interface NewEvent {
  accountId: number;
  widgetId: number;
  type: string;
  /** As JSON. */
  data: string;
}

/**
 * Inserts events with a delivery to each matching subscription: who gets an event is decided when it happens. Its name in
 * the migration layer is looked up only if the widget has a subscription.
 */
const INSERT = fragment`
  WITH happened AS (
    INSERT INTO events (created_at, account_id, widget_id, type, data)`;
const WITH_DELIVERIES = fragment`RETURNING id, created_at, widget_id, type, data
  )
  INSERT INTO deliveries (widget_id, kind, destination_id, type, event_id, event_at, event_type, legacy_type, data, status,
    due_at, created_at)
  SELECT e.widget_id, CASE WHEN s.is_legacy_compat THEN 'legacy' ELSE 'native' END, s.id, named.type, e.id, e.created_at,
    e.type, known.legacy_type, e.data, 'pending', e.created_at, e.created_at
  FROM happened e JOIN webhook_subscriptions s ON s.widget_id = e.widget_id AND s.is_active
  CROSS JOIN LATERAL (
    SELECT legacy_event_name(e.widget_id, e.type, e.data, e.created_at) AS legacy_type OFFSET 0
  ) AS known
  CROSS JOIN LATERAL (SELECT CASE WHEN s.is_legacy_compat THEN known.legacy_type ELSE e.type END AS type) AS named
  WHERE named.type = ANY (s.events)
  RETURNING kind, destination_id`;

const columns = pick(deliveries, 'kind', 'destination_id');
/** Up to this many events are a prepared statement. The array form is planned each time, which takes longer than running it. */
const MAX_PREPARED = 4;

/** Inserts events in order; returns the kind and destination of each delivery. */
export function insert(sql: RunSql, events: NewEvent[], now: string) {
  const [first] = events;
  if (first && events.length === 1) return insertOne(sql, first, now);
  return events.length <= MAX_PREPARED ? insertPrepared(sql, events, now) : insertArrays(sql, events, now);
}

/** The usual case. Its text is compiled once. */
const insertOne = (sql: RunSql, { accountId, widgetId, type, data }: NewEvent, now: string) => sql.prepared(columns)`
  ${INSERT} VALUES (${now}::timestamptz, ${accountId}::bigint, ${widgetId}::bigint, ${type}::text, ${data}::jsonb)
  ${WITH_DELIVERIES}`;

function insertPrepared(sql: RunSql, events: NewEvent[], now: string) {
  const at = param(now);
  const rows = events.map(
    ({ accountId, widgetId, type, data }) =>
      fragment`(${at}::timestamptz, ${accountId}::bigint, ${widgetId}::bigint, ${type}::text, ${data}::jsonb)`,
  );
  return sql.prepared(columns)`${INSERT} VALUES ${join(rows)} ${WITH_DELIVERIES}`;
}

const insertArrays = (sql: RunSql, events: NewEvent[], now: string) => sql(columns)`
  ${INSERT} SELECT ${now}::timestamptz, account_id, widget_id, type, data
  FROM unnest(${events.map(({ accountId }) => accountId)}::bigint[], ${events.map(({ widgetId }) => widgetId)}::bigint[],
    ${events.map(({ type }) => type)}::text[], ${events.map(({ data }) => data)}::jsonb[]
  ) AS each (account_id, widget_id, type, data) ${WITH_DELIVERIES}`;
