import type { EventDeclaration } from '@parley/contract';
import { toIsoString } from '../../infra/clock.ts';
import { describeError, type Log } from '../../infra/log.ts';
import type { Database } from '../../infra/postgres/database.ts';
import { integer } from '../../infra/postgres/row-schema.ts';
import type { RunSql } from '../../infra/postgres/run-sql.ts';
import { type Fragment, fragment, join, param } from '../../infra/postgres/sql.ts';
import type { Tenant } from '../auth/principal.ts';
import { deliveries } from '../data/tables.ts';
import type { Lane } from '../deliveries/lanes.ts';

/** An event that a write emitted. */
export interface EmittedEvent {
  tenant: Tenant;
  event: EventDeclaration;
  data: object;
}

/**
 * Inserts events with a delivery to each matching subscription: who gets an event is decided when it happens. Its name in
 * the migration layer is looked up only if the widget has a subscription.
 */
const withDeliveries = (events: Fragment) => fragment`
  WITH happened AS (
    INSERT INTO events (created_at, account_id, widget_id, type, data) ${events} RETURNING id, created_at, widget_id, type, data
  )
  INSERT INTO deliveries (widget_id, kind, destination_id, type, event_id, event_at, event_type, legacy_type, data, status,
    due_at, created_at)
  SELECT e.widget_id, CASE WHEN s.is_legacy_compat THEN 'legacy' ELSE 'native' END, s.id, asked.type, e.id, e.created_at,
    e.type, known.legacy_type, e.data, 'pending', e.created_at, e.created_at
  FROM happened e JOIN webhook_subscriptions s ON s.widget_id = e.widget_id AND s.is_active
  CROSS JOIN LATERAL (
    SELECT legacy_event_name(e.widget_id, e.type, e.data, e.created_at) AS legacy_type OFFSET 0
  ) AS known
  CROSS JOIN LATERAL (SELECT CASE WHEN s.is_legacy_compat THEN known.legacy_type ELSE e.type END AS type) AS asked
  WHERE asked.type = ANY (s.events)
  RETURNING kind, destination_id`;

/** Up to this many events are a prepared statement. The array form is planned each time, which takes longer than running it. */
const FEW = 4;
const columns = { kind: deliveries.kind, destination_id: deliveries.destination_id };

/** Inserts all events of one write, in order. Returns the lanes of their deliveries. */
export async function insertEvents(sql: RunSql, emitted: EmittedEvent[], now: Temporal.Instant): Promise<Lane[]> {
  const at = toIsoString(now);
  const events = emitted.map(({ tenant, event, data }) => ({
    accountId: tenant.accountId,
    widgetId: tenant.widgetId,
    type: event.name,
    data: JSON.stringify(withTenantAndTime(event, data, { button_guid: tenant.buttonGuid, at })),
  }));
  const inserted =
    events.length <= FEW
      ? await sql.prepared(columns)`${withDeliveries(valuesOf(events, at))}`
      : await sql(columns)`${withDeliveries(arraysOf(events, at))}`;
  return inserted.map(({ kind, destination_id: destinationId }) => ({ kind, destinationId }));
}

interface NewEvent {
  accountId: number;
  widgetId: number;
  type: string;
  /** As JSON. */
  data: string;
}

function valuesOf(events: NewEvent[], now: string) {
  const at = param(now);
  const rows = events.map(
    ({ accountId, widgetId, type, data }) =>
      fragment`(${at}::timestamptz, ${accountId}::bigint, ${widgetId}::bigint, ${type}::text, ${data}::jsonb)`,
  );
  return fragment`VALUES ${join(rows)}`;
}

const arraysOf = (events: NewEvent[], now: string) => fragment`
  SELECT ${now}::timestamptz, account_id, widget_id, type, data
  FROM unnest(${events.map(({ accountId }) => accountId)}::bigint[], ${events.map(({ widgetId }) => widgetId)}::bigint[],
    ${events.map(({ type }) => type)}::text[], ${events.map(({ data }) => data)}::jsonb[]
  ) AS each (account_id, widget_id, type, data)`;

/** Adds `button_guid` and `at` to events that declare them. */
function withTenantAndTime(
  { data: declared }: EventDeclaration,
  data: object,
  { button_guid, at }: Record<string, string>,
) {
  const complete: Record<string, unknown> = { ...data };
  if ('button_guid' in declared.properties) complete.button_guid = button_guid;
  if ('at' in declared.properties) complete.at = at;
  return complete;
}

const BATCH = 1_000;
const PAUSE_MS = 100;
const POLL_MS = 1_000;

/**
 * Assigns events their public numbers after the commit. This node's own commits wake it, with a short delay so that one
 * statement numbers many; the poll finds what a node that died left behind.
 */
export function startNumbering({ autocommit }: Database, log: Log) {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let running = Promise.resolve();

  async function number() {
    try {
      for (let count = BATCH; count === BATCH && !isClosed; ) {
        const [numbered] = await autocommit.prepared({ count: integer() })`SELECT number_events(${BATCH}) AS count`;
        count = numbered?.count ?? 0;
      }
    } catch (error) {
      log.warn({ reason: describeError(error).message }, 'numbering of events is delayed');
    }
  }

  function wake(afterMs = PAUSE_MS) {
    if (timer || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      running = running.then(number);
    }, afterMs);
  }

  const poll = setInterval(wake, POLL_MS);
  return {
    wake: () => wake(),
    async close() {
      isClosed = true;
      clearInterval(poll);
      clearTimeout(timer);
      await running;
    },
  };
}
