import { getTableName } from 'drizzle-orm';
import type { Transaction } from '../../infra/postgres/database.ts';
import { notify } from '../../infra/postgres/notices.ts';
import { fragment, raw } from '../../infra/postgres/sql.ts';
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
  transaction: Transaction,
  now: Temporal.Instant,
) {
  const { sql, pipeline } = transaction;
  if (events.length) pipeline(insertEvents(sql, events, now).then((added) => lanes.push(...added)));
  for (const job of jobs) addJob(transaction, job);
  for (const { topic, subject } of notices) pipeline(notify(sql, topic, subject));
}

/** Tells the listeners on this node, after the commit. */
export function announceEffects({ events, publications, notices, lanes }: CollectedEffects, commits: Commits) {
  if (publications.length) commits.emit('publications', publications);
  for (const { topic, subject } of notices) commits.emit('notice', topic, String(subject));
  if (events.length) commits.emit('events');
  if (lanes.length) commits.emit('deliveries', lanes);
}

function addJob({ run }: Transaction, { job, payload, options: { at, ifAny } }: EnqueuedJob) {
  const condition = ifAny
    ? fragment`WHERE EXISTS (SELECT FROM ${raw(getTableName(ifAny.table))} WHERE widget_id = ${ifAny.widgetId})`
    : fragment``;
  run.prepared`
    SELECT graphile_worker.add_job(${job.name}, ${JSON.stringify(payload)}::json,
      max_attempts => ${job.attempts}, run_at => ${at?.toString() ?? null}) ${condition}`;
}
