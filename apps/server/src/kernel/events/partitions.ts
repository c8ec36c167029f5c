import type { Log } from '../../infra/log.ts';
import type { RunSql } from '../../infra/postgres/run-sql.ts';
import {
  CHECK_VIOLATION,
  DEADLOCK_DETECTED,
  DUPLICATE_TABLE,
  LOCK_NOT_AVAILABLE,
  sqlStateOf,
  UNIQUE_VIOLATION,
} from '../../infra/postgres/sqlstate.ts';
import { defineJob } from '../jobs/jobs.ts';

const DAYS_AHEAD = 7;
const DAYS_KEPT = 30;

/** Creates partitions of coming days and drops expired ones. */
export const maintainPartitions = defineJob({
  name: 'events.partition',
  attempts: 5,
  timeoutMs: 60_000,
  every: '7 * * * *',
  run: async ({ unitOfWork, now, log }) => {
    await createPartitions(unitOfWork.autocommit, now);
    await dropPartitions(unitOfWork.autocommit, { now, log });
  },
});

export async function createPartitions(sql: RunSql, now: Temporal.Instant) {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate();
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) await createPartition(sql, today.add({ days: ahead }));
}

async function createPartition(sql: RunSql, day: Temporal.PlainDate) {
  const name = partitionName(day);
  const [found] = await sql<{ exists: boolean }>({
    text: 'SELECT to_regclass($1) IS NOT NULL AS exists',
    values: [name],
  });
  if (found?.exists) return;
  const [stray] = await sql<{ exists: boolean }>({
    text: 'SELECT EXISTS (SELECT FROM events_default WHERE created_at >= $1 AND created_at < $2) AS exists',
    values: [`${day}T00:00Z`, `${day.add({ days: 1 })}T00:00Z`],
  });
  // A day that already has rows in the default partition stays there.
  if (stray?.exists) return;
  const next = day.add({ days: 1 });
  await change(
    sql,
    `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF events FOR VALUES FROM ('${day} 00:00+00') TO ('${next} 00:00+00')`,
  );
}

/** Another node was faster, the table is locked, or a row of that day reached the default partition meanwhile. */
const RETRY_LATER = [DUPLICATE_TABLE, UNIQUE_VIOLATION, LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED, CHECK_VIOLATION];

/**
 * A change of partitions waits for readers of the table, and every write waits behind it. So it gives up soon; the next
 * hour tries again, days ahead of need.
 */
async function change(sql: RunSql, statement: string) {
  const text = `DO $change$ BEGIN SET LOCAL lock_timeout = '200ms'; EXECUTE $statement$${statement}$statement$; END $change$`;
  return sql({ text }).then(
    () => true,
    (error) => {
      if (!RETRY_LATER.includes(sqlStateOf(error) ?? '')) throw error;
      return false;
    },
  );
}

async function dropPartitions(sql: RunSql, { now, log }: { now: Temporal.Instant; log: Log }) {
  const oldest = now.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: DAYS_KEPT });
  const found = await sql<{ name: string }>({
    text: `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
           WHERE inhparent = 'events'::regclass AND relname < $1 AND relname <> 'events_default'`,
    values: [partitionName(oldest)],
  });
  for (const { name } of found) {
    if (await change(sql, `DROP TABLE ${name}`)) log.info({ partition: name }, 'old events were dropped');
  }
  await sql({ text: 'DELETE FROM events_default WHERE created_at < $1', values: [`${oldest}T00:00Z`] });
}

function partitionName(day: Temporal.PlainDate) {
  return `events_${day.toString().replaceAll('-', '')}`;
}
