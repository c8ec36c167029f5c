import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { defineJob } from './jobs.ts';
import { problem } from './problems.ts';

const VALID_KEY = /^[\x21-\x7e]{1,255}$/;

/** A key belongs to its caller: two callers may use the same one. */
export function hashKey(caller: string, key: string) {
  return createHash('sha256').update(`${caller}\n${key}`).digest();
}

export function readKey(header: string | string[] | undefined, isRequired: boolean) {
  if (header === undefined || header === '') {
    if (isRequired) throw problem('idempotency_key_missing', 'Send X-Service-Idempotency-Key with this write.');
    return undefined;
  }
  if (typeof header !== 'string' || !VALID_KEY.test(header)) throw problem('idempotency_key_invalid');
  return header;
}

// The lock is tried and not waited for, so that a twin of a running request pins no connection. It ends with the
// transaction, after the key is visible: whoever gets it next finds the key.
const SPEND = `
  WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock($1) AS is_ours),
  spent AS (
    INSERT INTO idempotency_keys (hash, created_at) SELECT $2, $3::timestamptz FROM turn WHERE is_ours
    ON CONFLICT (hash) DO UPDATE SET created_at = excluded.created_at
    WHERE idempotency_keys.created_at <= excluded.created_at - interval '24 hours'
    RETURNING 1
  )
  SELECT is_ours, EXISTS (SELECT FROM spent) AS is_fresh FROM turn`;

/** Spends the key in the transaction of its write: when that is rolled back, the key is free again. */
export async function spendKey(client: PoolClient, hash: Buffer, now: Temporal.Instant) {
  const { rows } = await client.query({
    name: 'idempotency.spend',
    text: SPEND,
    values: [hash.readBigInt64BE(), hash, now.toString()],
  });
  if (!rows[0].is_ours) throw inFlight();
  if (!rows[0].is_fresh) throw problem('idempotency_key_reused');
}

export function inFlight() {
  return problem('idempotency_key_in_flight');
}

export const sweepKeys = defineJob({
  name: 'idempotency.sweep',
  attempts: 3,
  timeoutMs: 60_000,
  every: '17 * * * *',
  run: async ({ sql, now }) => {
    await sql({
      text: `DELETE FROM idempotency_keys WHERE created_at <= $1::timestamptz - interval '24 hours'`,
      values: [now.toString()],
    });
  },
});
