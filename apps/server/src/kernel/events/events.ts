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
 * Events together with a delivery to each subscription that asked for one: who hears of it is decided when it happens. What
 * the migration layer calls it is asked only where there is a subscription at all.
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

/** So many have statements of their own. One of arrays is planned anew each time, which takes longer than to run it. */
const INSERT_FEW = [1, 2, 3, 4].map((count) => ({
  name: `events.insert.${count}`,
  text: withDeliveries(`VALUES ${Array.from({ length: count }, (_, row) => placesOf(row)).join(', ')}`),
}));
const INSERT_MANY = withDeliveries(`
  SELECT $1::timestamptz, account_id, widget_id, type, data
  FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::jsonb[]) AS each (account_id, widget_id, type, data)`);

/** Of one event among several: the time is the same for all. */
function placesOf(row: number) {
  const first = 2 + row * 4;
  return `($1::timestamptz, $${first}::bigint, $${first + 1}::bigint, $${first + 2}::text, $${first + 3}::jsonb)`;
}

/** All events of one write, in the order in which they happened. Returns where they are to be delivered. */
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
    JSON.stringify(framed(event, data, { button_guid: tenant.buttonGuid, at })),
  ]);
  const few = INSERT_FEW[rows.length - 1];
  const columns = [0, 1, 2, 3].map((column) => rows.map((row) => row[column]));
  const statement = few ? { ...few, values: rows.flat() } : { text: INSERT_MANY, values: columns };
  const inserted = await run(client, { ...statement, values: [at, ...statement.values] });
  return inserted.rows.map(({ kind, destination_id: destinationId }) => ({ kind, destinationId }));
}

/** With where and when, for the events that declare it. */
function framed({ data: declared }: EventDeclaration, data: object, { button_guid, at }: Record<string, string>) {
  const framed: Record<string, unknown> = { ...data };
  if ('button_guid' in declared.properties) framed.button_guid = button_guid;
  if ('at' in declared.properties) framed.at = at;
  return framed;
}

const BATCH = 1_000;
const PAUSE_MS = 100;
const POLL_MS = 1_000;

/**
 * Gives events their public numbers after their commits. Woken by this node's own writes, a moment later so that one
 * statement serves many; the poll finds what another node left behind when it died.
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
