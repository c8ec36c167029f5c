import type { EventDeclaration } from '@parley/contract';
import type { PoolClient } from 'pg';
import { toIsoString } from '../infra/clock.ts';
import { describeError, type Log } from '../infra/log.ts';
import { run } from '../infra/postgres/batch.ts';
import type { Database } from '../infra/postgres/database.ts';
import type { RunSql } from './context.ts';
import { defineJob } from './jobs.ts';
import type { Tenant } from './principal.ts';

/** An event on its way into the table. */
export interface Happening {
  /** Whose event it is. */
  tenant: Tenant;
  event: EventDeclaration;
  data: object;
}

const COLUMNS = '(created_at, account_id, widget_id, type, data)';

/** So many have statements of their own. One of arrays is planned anew each time, which takes longer than to run it. */
const INSERT_FEW = [1, 2, 3, 4].map((count) => ({
  name: `events.insert.${count}`,
  text: `INSERT INTO events ${COLUMNS} VALUES ${Array.from({ length: count }, (_, row) => placesOf(row)).join(', ')}`,
}));
const INSERT_MANY = `INSERT INTO events ${COLUMNS}
  SELECT $1, account_id, widget_id, type, data
  FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::jsonb[]) AS each (account_id, widget_id, type, data)`;

/** Of one event among several: the time is the same for all. */
function placesOf(row: number) {
  const first = 2 + row * 4;
  return `($1, $${first}, $${first + 1}, $${first + 2}, $${first + 3})`;
}

/** All events of one write, in the order in which they happened. */
export async function insertEvents(client: PoolClient, happenings: Happening[], now: Temporal.Instant) {
  const at = toIsoString(now);
  const rows = happenings.map(({ tenant, event, data }) => [
    tenant.accountId,
    tenant.widgetId,
    event.name,
    JSON.stringify(framed(event, data, { button_guid: tenant.buttonGuid, at })),
  ]);
  const few = INSERT_FEW[rows.length - 1];
  if (few) return run(client, { ...few, values: [at, ...rows.flat()] });
  const columns = [0, 1, 2, 3].map((column) => rows.map((row) => row[column]));
  return run(client, { text: INSERT_MANY, values: [at, ...columns] });
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
export function startNumbering({ pool }: Database, log: Log) {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let running = Promise.resolve();

  async function number() {
    try {
      for (let count = BATCH; count === BATCH && !isClosed; ) {
        const { rows } = await pool.query({
          name: 'events.number',
          text: 'SELECT number_events($1) AS count',
          values: [BATCH],
        });
        count = rows[0].count;
      }
    } catch (error) {
      log.warn({ reason: describeError(error).message }, 'events wait for their numbers');
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

const DAYS_AHEAD = 7;
const DAYS_KEPT = 30;
const PARTITIONED = ['events', 'deliveries'];

/** Days to come get their partitions, and days past their time are dropped whole. */
export const maintainPartitions = defineJob({
  name: 'events.partition',
  attempts: 5,
  timeoutMs: 60_000,
  every: '7 * * * *',
  run: async ({ sql, now, log }) => {
    await createPartitions(sql, now);
    await dropPartitions(sql, { now, log });
  },
});

export async function createPartitions(sql: RunSql, now: Temporal.Instant) {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate();
  for (const table of PARTITIONED) {
    for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) await createPartition(sql, table, today.add({ days: ahead }));
  }
}

async function createPartition(sql: RunSql, table: string, day: Temporal.PlainDate) {
  const name = partitionName(table, day);
  const [found] = await sql<{ exists: boolean }>({
    text: 'SELECT to_regclass($1) IS NOT NULL AS exists',
    values: [name],
  });
  if (found?.exists) return;
  const [stray] = await sql<{ exists: boolean }>({
    text: `SELECT EXISTS (SELECT FROM ${table}_default WHERE created_at >= $1 AND created_at < $2) AS exists`,
    values: [`${day}T00:00Z`, `${day.add({ days: 1 })}T00:00Z`],
  });
  // A day whose rows are in the default partition already stays there.
  if (stray?.exists) return;
  const next = day.add({ days: 1 });
  await change(
    sql,
    `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${table} FOR VALUES FROM ('${day} 00:00+00') TO ('${next} 00:00+00')`,
  );
}

/** Another node was quicker, somebody reads the table, or a row of that day came into the default partition meanwhile. */
const NOT_NOW = ['42P07', '23505', '55P03', '40P01', '23514'];

/**
 * A change of partitions waits for whoever reads the table, and every write waits for it: so it gives up at once, and the
 * next hour tries again. There are days in advance.
 */
async function change(sql: RunSql, statement: string) {
  const text = `DO $change$ BEGIN SET LOCAL lock_timeout = '200ms'; EXECUTE $statement$${statement}$statement$; END $change$`;
  return sql({ text }).then(
    () => true,
    (error) => {
      if (!NOT_NOW.includes(error.code)) throw error;
      return false;
    },
  );
}

async function dropPartitions(sql: RunSql, { now, log }: { now: Temporal.Instant; log: Log }) {
  const oldest = now.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: DAYS_KEPT });
  for (const table of PARTITIONED) {
    const found = await sql<{ name: string }>({
      text: `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
             WHERE inhparent = $1::regclass AND relname < $2 AND relname <> $3`,
      values: [table, partitionName(table, oldest), `${table}_default`],
    });
    for (const { name } of found) {
      if (await change(sql, `DROP TABLE ${name}`)) log.info({ partition: name }, 'old events were dropped');
    }
    await sql({ text: `DELETE FROM ${table}_default WHERE created_at < $1`, values: [`${oldest}T00:00Z`] });
  }
}

function partitionName(table: string, day: Temporal.PlainDate) {
  return `${table}_${day.toString().replaceAll('-', '')}`;
}
