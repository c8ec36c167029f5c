import type { Transaction } from '../../infra/postgres/database.ts';
import { notify } from '../../infra/postgres/notices.ts';
import { type AuditDetails, toAuditEntry } from './audit.ts';
import type { Commits } from './commits.ts';
import { type EmittedEvent, insertEvents } from './emitted-events.ts';
import type { LeasedDelivery } from './leased-delivery.ts';
import type { Publication } from './publications.ts';
import * as auditStore from './store/audit-log.ts';
import * as jobStore from './store/jobs.ts';
import type { Lane } from './tables.ts';

/** What a write collects until its commit. */
export interface CollectedEffects {
  events: EmittedEvent[];
  jobs: jobStore.EnqueuedJob[];
  publications: Publication[];
  notices: { topic: string; subject: string | number; isLocal: boolean }[];
  audited: AuditDetails[];
  lanes: Lane[];
  handed: { lane: Lane; item: () => object }[];
  leased: LeasedDelivery[];
}

export const collectEffects = (): CollectedEffects => ({
  events: [],
  jobs: [],
  publications: [],
  notices: [],
  audited: [],
  lanes: [],
  handed: [],
  leased: [],
});

/** Adds the statements that make effects part of the transaction. */
export function storeEffects(
  { events, jobs, notices, audited, lanes, leased }: CollectedEffects,
  transaction: Transaction,
  { now, leaseUntil, isUnsubscribed }: { now: Temporal.Instant; isUnsubscribed: boolean } & Pick<Commits, 'leaseUntil'>,
) {
  const { sql, pipeline } = transaction;
  if (events.length) {
    const inserting = insertEvents(sql, events, { now, leaseUntil, isUnsubscribed });
    pipeline(
      inserting.then((added) => {
        lanes.push(...added.lanes);
        leased.push(...added.leased);
      }),
    );
  }
  for (const job of jobs) jobStore.add(transaction, job);
  for (const details of audited) auditStore.insert(transaction, toAuditEntry(details), now);
  for (const { topic, subject, isLocal } of notices) if (!isLocal) pipeline(notify(sql, topic, subject));
}

/** Tells the listeners on this node, after the commit. */
export function announceEffects(
  { events, publications, notices, lanes, handed, leased }: CollectedEffects,
  commits: Commits,
) {
  if (publications.length) commits.emit('publications', publications);
  for (const { topic, subject } of notices) commits.emit('notice', topic, String(subject));
  if (events.length) commits.emit('events');
  if (lanes.length) commits.emit('woken', lanes);
  if (handed.length) {
    commits.emit(
      'handed',
      handed.map(({ lane, item }) => ({ lane, item: item() })),
    );
  }
  if (leased.length) commits.emit('leased', leased);
}
