import { hash as digest } from 'node:crypto';
import type { RunSql } from '../../infra/postgres/run-sql.ts';
import { problem } from '../problems.ts';
import type { Job } from './context.ts';
import { withProblems } from './sql-problems.ts';
import * as keys from './store/keys.ts';

const VALID_KEY = /^[\x21-\x7e]{1,255}$/;

/** Hashed with the caller, since two callers may use the same key. */
export function hashKey(caller: string, key: string) {
  return digest('sha256', `${caller}\n${key}`, 'buffer');
}

export function readKey(header: string | string[] | undefined, isRequired: boolean) {
  if (header === undefined || header === '') {
    if (isRequired) throw problem('idempotency_key_missing', 'Send X-Service-Idempotency-Key with this write.');
    return undefined;
  }
  if (typeof header !== 'string' || !VALID_KEY.test(header)) throw problem('idempotency_key_invalid');
  return header;
}

/** Spends the key in the transaction of its write: a rollback frees it. */
export async function spendKey(sql: RunSql, hash: Buffer, now: Temporal.Instant) {
  const problems = { [keys.KEY_IN_FLIGHT]: keyInFlight, [keys.KEY_REUSED]: keyReused };
  await withProblems(keys.spend(sql, hash, now), problems);
}

/** Limit for work before the transaction; after a crash the key is free again by then. */
const LEASE = { minutes: 2 };

/** Leases the key before work that no transaction can undo; a repeat is refused as in flight. */
export async function leaseKey(sql: RunSql, hash: Buffer, now: Temporal.Instant) {
  if (await keys.lease(sql, hash, { now, until: now.add(LEASE) })) return;
  throw (await keys.isLeased(sql, hash)) ? keyInFlight() : keyReused();
}

/** Spends a key that was leased, in the transaction of its write. */
export async function settleKey(sql: RunSql, hash: Buffer, now: Temporal.Instant) {
  if (!(await keys.settle(sql, hash, now))) throw keyInFlight();
}

/** Frees the key of a write that failed. */
export const releaseKey = keys.release;

export function keyInFlight() {
  return problem('idempotency_key_in_flight');
}

function keyReused() {
  return problem('idempotency_key_reused');
}

export const sweepKeys: Job = {
  name: 'idempotency.sweep',
  attempts: 3,
  timeoutMs: 60_000,
  every: '17 * * * *',
  run: ({ unitOfWork, now }) => keys.removeUntil(unitOfWork.autocommit, now.subtract({ hours: 24 })),
};
