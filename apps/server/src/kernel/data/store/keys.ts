import { toIsoString } from '../../../infra/clock.ts';
import type { RunSql } from '../../../infra/postgres/run-sql.ts';
import { idempotencyKeys } from '../tables.ts';

/** Our own SQLSTATEs, which `refuse` raises. */
export const KEY_IN_FLIGHT = 'PKRUN';
export const KEY_REUSED = 'PKOLD';

/**
 * It fails inside the database, so that statements pipelined after it do not run. Tries the lock without waiting, so that
 * a repeat of a running request does not hold a connection. The lock is released after the key is visible: the next to
 * get it finds the key.
 */
export async function spend(sql: RunSql, hash: Buffer, now: Temporal.Instant) {
  await sql.prepared`
    INSERT INTO idempotency_keys AS known (hash, created_at)
    VALUES (${hash}, CASE WHEN pg_try_advisory_xact_lock(${hash.readBigInt64BE()}) THEN ${toIsoString(now)}::timestamptz
      ELSE refuse(${KEY_IN_FLIGHT}) END)
    ON CONFLICT (hash) DO UPDATE SET leased_until = NULL, created_at = CASE
      WHEN known.created_at <= excluded.created_at - interval '24 hours' OR known.leased_until <= excluded.created_at
      THEN excluded.created_at ELSE refuse(${KEY_REUSED}) END`;
}

/** Returns whether the key was free. */
export async function lease(sql: RunSql, hash: Buffer, { now, until }: Record<'now' | 'until', Temporal.Instant>) {
  const leased = await sql({ hash: idempotencyKeys.hash })`
    INSERT INTO idempotency_keys (hash, created_at, leased_until)
    VALUES (${hash}, ${now.toString()}, ${until.toString()})
    ON CONFLICT (hash) DO UPDATE SET created_at = excluded.created_at, leased_until = excluded.leased_until
    WHERE idempotency_keys.created_at <= excluded.created_at - interval '24 hours'
    OR idempotency_keys.leased_until <= excluded.created_at
    RETURNING hash`;
  return leased.length > 0;
}

export async function isLeased(sql: RunSql, hash: Buffer) {
  const leased = await sql({})`SELECT FROM idempotency_keys WHERE hash = ${hash} AND leased_until IS NOT NULL`;
  return leased.length > 0;
}

/** Spends a leased key; returns whether it was still leased. */
export async function settle(sql: RunSql, hash: Buffer, now: Temporal.Instant) {
  const settled = await sql({ hash: idempotencyKeys.hash })`
    UPDATE idempotency_keys SET leased_until = NULL, created_at = ${toIsoString(now)}
    WHERE hash = ${hash} AND leased_until IS NOT NULL RETURNING hash`;
  return settled.length > 0;
}

/** Removes a leased key. */
export async function release(sql: RunSql, hash: Buffer) {
  await sql`DELETE FROM idempotency_keys WHERE hash = ${hash} AND leased_until IS NOT NULL`;
}

export async function removeUntil(sql: RunSql, time: Temporal.Instant) {
  await sql`DELETE FROM idempotency_keys WHERE created_at <= ${time.toString()}`;
}
