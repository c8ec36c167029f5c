import { bigint, customType } from 'drizzle-orm/pg-core';

/** A point in time: `timestamptz` in the database, ISO 8601 with an explicit offset everywhere else. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: toIso,
});

/** Encrypted text, see `infra/secrets/vault.ts`. The domain lets key rotation find every such column. */
export const sealed = customType<{ data: string }>({ dataType: () => 'sealed' });

/** The transaction that wrote a row; tells whether an earlier snapshot included it. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Ids are numbers in JavaScript: none will exceed 2^53. */
export const id = () => bigint({ mode: 'number' });

/** From PostgreSQL's format in a UTC session, `2026-11-15 03:56:24.12+00`, which omits trailing zeros. */
export function toIso(text: string) {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}+00:00`;
}
