import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../../infra/postgres/database.ts';
import { type Fragment, raw } from '../../../infra/postgres/sql.ts';
import type { EnqueueOptions, Job } from '../context.ts';

export interface EnqueuedJob {
  job: Job<never>;
  payload: object;
  options: EnqueueOptions;
}

const names = new WeakMap<PgTable, Fragment>();
const nameOf = (table: PgTable) => names.getOrInsertComputed(table, () => raw(getTableName(table)));

/** Two templates, so that each is compiled once: most messages add a job. */
export function add({ run }: Transaction, { job, payload, options: { at, ifAny } }: EnqueuedJob) {
  const { name, attempts } = job;
  const [json, runAt] = [JSON.stringify(payload), at?.toString() ?? null];
  if (ifAny) {
    run.prepared`
      SELECT graphile_worker.add_job(${name}, ${json}::json, max_attempts => ${attempts}, run_at => ${runAt})
      WHERE EXISTS (SELECT FROM ${nameOf(ifAny.table)} WHERE widget_id = ${ifAny.widgetId})`;
  } else {
    run.prepared`
      SELECT graphile_worker.add_job(${name}, ${json}::json, max_attempts => ${attempts}, run_at => ${runAt})`;
  }
}
