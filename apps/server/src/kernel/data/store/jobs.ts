import type { Transaction } from '../../../infra/postgres/database.ts';
import type { DeclaredJob, EnqueueOptions } from '../context.ts';

export interface EnqueuedJob {
  job: DeclaredJob<never>;
  payload: object;
  options: EnqueueOptions;
}

export function add({ run }: Transaction, { job: { name, attempts }, payload, options: { at } }: EnqueuedJob) {
  const [json, runAt] = [JSON.stringify(payload), at?.toString() ?? null];
  run.prepared`
    SELECT FROM graphile_worker.add_job(${name}, ${json}::json, max_attempts => ${attempts}, run_at => ${runAt})`;
}
