import { bigint, customType } from 'drizzle-orm/pg-core';

/** A point in time: `timestamptz` in the database, ISO 8601 with an explicit offset everywhere else. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: toIso,
});

/** Text under our key, see `infra/secrets/vault.ts`. The domain lets a change of the key find every such column. */
export const sealed = customType<{ data: string }>({ dataType: () => 'sealed' });

/** Which transaction wrote it: by that a reader knows whether what it read before included it. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** An id of ours: a number, since none will pass 2^53. */
export const id = () => bigint({ mode: 'number' });

/** From PostgreSQL's words, `2026-11-15 03:56:24.12+00`, of a session in UTC. It leaves zeros away, which we don't. */
export function toIso(text: string) {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}+00:00`;
}
