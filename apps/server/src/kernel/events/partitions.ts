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
import * as store from './store.ts';

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

async function createPartition(sql: RunSql, date: Temporal.PlainDate) {
  const name = partitionName(date);
  if (await store.hasPartition(sql, name)) return;
  const day = { from: startOf(date), to: startOf(date.add({ days: 1 })) };
  // A day that already has rows in the default partition stays there.
  if (await store.hasStrays(sql, day)) return;
  await isDone(store.createPartition(sql, name, day));
}

/** Another node was faster, the table is locked, or a row of that day reached the default partition meanwhile. */
const RETRY_LATER = [DUPLICATE_TABLE, UNIQUE_VIOLATION, LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED, CHECK_VIOLATION];

/** False for a change that the next hour tries again, days ahead of need. */
async function isDone(change: Promise<void>) {
  return change.then(
    () => true,
    (error) => {
      if (!RETRY_LATER.includes(sqlStateOf(error) ?? '')) throw error;
      return false;
    },
  );
}

async function dropPartitions(sql: RunSql, { now, log }: { now: Temporal.Instant; log: Log }) {
  const oldest = now.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: DAYS_KEPT });
  for (const name of await store.listPartitionsBefore(sql, partitionName(oldest))) {
    if (await isDone(store.dropPartition(sql, name))) log.info({ partition: name }, 'old events were dropped');
  }
  await store.removeStraysBefore(sql, startOf(oldest));
}

function startOf(date: Temporal.PlainDate) {
  return `${date}T00:00Z`;
}

function partitionName(day: Temporal.PlainDate) {
  return `events_${day.toString().replaceAll('-', '')}`;
}
