import { getTableName } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { run } from '../../infra/postgres/batch.ts';
import type { Transaction } from '../../infra/postgres/database.ts';
import { notify } from '../../infra/postgres/notices.ts';
import type { Lane } from '../deliveries/lanes.ts';
import { type EmittedEvent, insertEvents } from '../events/events.ts';
import type { Publication } from '../live/rooms.ts';
import type { Commits } from './commits.ts';
import type { EnqueueOptions, Job } from './context.ts';

interface EnqueuedJob {
  job: Job<never>;
  payload: object;
  options: EnqueueOptions;
}

/** What a write collects until its commit. */
export interface CollectedEffects {
  events: EmittedEvent[];
  jobs: EnqueuedJob[];
  publications: Publication[];
  notices: { topic: string; subject: string | number }[];
  lanes: Lane[];
}

export const collectEffects = (): CollectedEffects => ({
  events: [],
  jobs: [],
  publications: [],
  notices: [],
  lanes: [],
});

/** Adds the statements that make effects part of the transaction. */
export function storeEffects(
  { events, jobs, notices, lanes }: CollectedEffects,
  { client, pipeline }: Transaction,
  now: Temporal.Instant,
) {
  if (events.length) pipeline(insertEvents(client, events, now).then((added) => lanes.push(...added)));
  for (const job of jobs) pipeline(addJob(client, job));
  for (const { topic, subject } of notices) pipeline(run(client, notify(topic, subject)));
}

/** Tells the listeners on this node, after the commit. */
export function announceEffects({ events, publications, notices, lanes }: CollectedEffects, commits: Commits) {
  if (publications.length) commits.emit('publications', publications);
  for (const { topic, subject } of notices) commits.emit('notice', topic, String(subject));
  if (events.length) commits.emit('events');
  if (lanes.length) commits.emit('deliveries', lanes);
}

function addJob(client: PoolClient, { job, payload, options: { at, ifAny } }: EnqueuedJob) {
  const table = ifAny && getTableName(ifAny.table);
  const condition = table ? ` WHERE EXISTS (SELECT FROM ${table} WHERE widget_id = $5)` : '';
  return run(client, {
    name: table ? `jobs.add_if_${table}` : 'jobs.add',
    text: `SELECT graphile_worker.add_job($1, $2::json, max_attempts => $3, run_at => $4)${condition}`,
    values: [
      job.name,
      JSON.stringify(payload),
      job.attempts,
      at?.toString() ?? null,
      ...(ifAny ? [ifAny.widgetId] : []),
    ],
  });
}
