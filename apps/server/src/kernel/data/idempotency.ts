import { hash as digest } from 'node:crypto';
import { toIsoString } from '../../infra/clock.ts';
import type { RunSql } from '../../infra/postgres/run-sql.ts';
import { defineJob } from '../jobs/jobs.ts';
import { problem } from '../problems.ts';
import { withProblems } from './sql-problems.ts';
import { idempotencyKeys } from './tables.ts';

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

/** Our own SQLSTATEs, which `refuse_key` raises. */
const KEY_IN_FLIGHT = 'PKRUN';
const KEY_REUSED = 'PKOLD';

/**
 * Spends the key in the transaction of its write: a rollback frees it. It fails inside the database, so that statements
 * pipelined after it do not run. Tries the lock without waiting, so that a repeat of a running request does not hold a
 * connection. The lock is released after the key is visible: the next to get it finds the key.
 */
export async function spendKey(sql: RunSql, hash: Buffer, now: Temporal.Instant) {
  const spending = sql.prepared`
    INSERT INTO idempotency_keys AS known (hash, created_at)
    VALUES (${hash}, CASE WHEN pg_try_advisory_xact_lock(${hash.readBigInt64BE()}) THEN ${toIsoString(now)}::timestamptz
      ELSE refuse_key(${KEY_IN_FLIGHT}) END)
    ON CONFLICT (hash) DO UPDATE SET leased_until = NULL, created_at = CASE
      WHEN known.created_at <= excluded.created_at - interval '24 hours' OR known.leased_until <= excluded.created_at
      THEN excluded.created_at ELSE refuse_key(${KEY_REUSED}) END`;
  await withProblems(spending, { [KEY_IN_FLIGHT]: keyInFlight, [KEY_REUSED]: keyReused });
}

/** Limit for work before the transaction; after a crash the key is free again by then. */
const LEASE = { minutes: 2 };

/** Leases the key before work that no transaction can undo; a repeat is refused as in flight. */
export async function leaseKey(sql: RunSql, hash: Buffer, now: Temporal.Instant) {
  const taken = await sql({ hash: idempotencyKeys.hash })`
    INSERT INTO idempotency_keys (hash, created_at, leased_until)
    VALUES (${hash}, ${now.toString()}, ${now.add(LEASE).toString()})
    ON CONFLICT (hash) DO UPDATE SET created_at = excluded.created_at, leased_until = excluded.leased_until
    WHERE idempotency_keys.created_at <= excluded.created_at - interval '24 hours'
    OR idempotency_keys.leased_until <= excluded.created_at
    RETURNING hash`;
  if (taken.length) return;
  const leased = await sql({})`SELECT FROM idempotency_keys WHERE hash = ${hash} AND leased_until IS NOT NULL`;
  throw leased.length ? keyInFlight() : keyReused();
}

/** Spends a key that was leased, in the transaction of its write. */
export async function settleKey(sql: RunSql, hash: Buffer, now: Temporal.Instant) {
  const settled = await sql({ hash: idempotencyKeys.hash })`
    UPDATE idempotency_keys SET leased_until = NULL, created_at = ${toIsoString(now)}
    WHERE hash = ${hash} AND leased_until IS NOT NULL RETURNING hash`;
  if (!settled.length) throw keyInFlight();
}

/** Frees the key of a write that failed. */
export async function releaseKey(sql: RunSql, hash: Buffer) {
  await sql`DELETE FROM idempotency_keys WHERE hash = ${hash} AND leased_until IS NOT NULL`;
}

export function keyInFlight() {
  return problem('idempotency_key_in_flight');
}

function keyReused() {
  return problem('idempotency_key_reused');
}

export const sweepKeys = defineJob({
  name: 'idempotency.sweep',
  attempts: 3,
  timeoutMs: 60_000,
  every: '17 * * * *',
  run: async ({ unitOfWork, now }) => {
    await unitOfWork.autocommit`
      DELETE FROM idempotency_keys WHERE created_at <= ${now.subtract({ hours: 24 }).toString()}`;
  },
});
