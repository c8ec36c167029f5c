import type { EventDeclaration } from '@parley/contract';
import type { PoolClient } from 'pg';
import { toIsoString } from '../../infra/clock.ts';
import { describeError, type Log } from '../../infra/log.ts';
import { run } from '../../infra/postgres/batch.ts';
import type { Database } from '../../infra/postgres/database.ts';
import type { Tenant } from '../auth/principal.ts';
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
const withDeliveries = (events: string) => `
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

/** Named statements for up to four events. The array form is planned each time, which takes longer than running it. */
const INSERT_FEW = [1, 2, 3, 4].map((count) => ({
  name: `events.insert.${count}`,
  text: withDeliveries(`VALUES ${Array.from({ length: count }, (_, row) => placeholdersOf(row)).join(', ')}`),
}));
const INSERT_MANY = withDeliveries(`
  SELECT $1::timestamptz, account_id, widget_id, type, data
  FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::jsonb[]) AS each (account_id, widget_id, type, data)`);

/** Placeholders of one row; the time, $1, is the same for all. */
function placeholdersOf(row: number) {
  const first = 2 + row * 4;
  return `($1::timestamptz, $${first}::bigint, $${first + 1}::bigint, $${first + 2}::text, $${first + 3}::jsonb)`;
}

/** Inserts all events of one write, in order. Returns the lanes of their deliveries. */
export async function insertEvents(
  client: PoolClient,
  emitted: EmittedEvent[],
  now: Temporal.Instant,
): Promise<Lane[]> {
  const at = toIsoString(now);
  const rows = emitted.map(({ tenant, event, data }) => [
    tenant.accountId,
    tenant.widgetId,
    event.name,
    JSON.stringify(withTenantAndTime(event, data, { button_guid: tenant.buttonGuid, at })),
  ]);
  const few = INSERT_FEW[rows.length - 1];
  const columns = [0, 1, 2, 3].map((column) => rows.map((row) => row[column]));
  const statement = few ? { ...few, values: rows.flat() } : { text: INSERT_MANY, values: columns };
  const inserted = await run(client, { ...statement, values: [at, ...statement.values] });
  return inserted.rows.map(({ kind, destination_id: destinationId }) => ({ kind, destinationId }));
}

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
        const { rows } = await autocommit({
          name: 'events.number',
          text: 'SELECT number_events($1) AS count',
          values: [BATCH],
        });
        count = rows[0]?.count;
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
