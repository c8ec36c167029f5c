import { boolean, integer, nullable, pick, type RowOf, text } from '../postgres/row-schema.ts';
import type { RunSql } from '../postgres/run-sql.ts';
import { raw } from '../postgres/sql.ts';
import { installation } from '../postgres/tables.ts';

/** The check value of the master key; undefined before the first start. */
export async function findCheck(sql: RunSql) {
  const [found] = await sql(pick(installation, 'master_key_check'))`SELECT master_key_check FROM installation`;
  return found?.master_key_check;
}

/** Keeps the check value of a process that was faster. */
export async function insertCheck(sql: RunSql, check: string) {
  await sql`INSERT INTO installation (master_key_check) VALUES (${check}) ON CONFLICT DO NOTHING`;
}

export async function updateCheck(sql: RunSql, check: string) {
  await sql`UPDATE installation SET master_key_check = ${check}`;
}

/** Until the transaction ends. */
export async function lockInstallation(sql: RunSql) {
  await sql`LOCK TABLE installation IN ACCESS EXCLUSIVE MODE`;
}

/** Whether a process other than `ownName` is connected to the database. */
export async function isInUse(sql: RunSql, ownName: string) {
  const others = await sql({})`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'parley %'
    AND application_name <> ${ownName}`;
  return others.length > 0;
}

const sealedColumns = {
  table: text(),
  column: text(),
  /** `widget_id` or `account_id`, where the table has one. */
  tenant: nullable(text()),
  /** What identifies its row: `id`, or `agent_id` in a table that adds to agents. */
  key: text(),
  /** Whether a hash of the secret is stored beside it. */
  is_hashed: boolean(),
};

export type SealedColumn = RowOf<typeof sealedColumns>;

export const listSealedColumns = (sql: RunSql) => sql(sealedColumns)`
  SELECT c.table_name AS table, c.column_name AS column, (
    SELECT t.column_name FROM information_schema.columns t
    WHERE t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.column_name IN ('widget_id', 'account_id')
    ORDER BY t.column_name DESC LIMIT 1) AS tenant, (
    SELECT k.column_name FROM information_schema.columns k
    WHERE k.table_schema = c.table_schema AND k.table_name = c.table_name AND k.column_name IN ('id', 'agent_id')
    ORDER BY k.column_name DESC LIMIT 1) AS key, EXISTS (
    SELECT FROM information_schema.columns h
    WHERE h.table_schema = c.table_schema AND h.table_name = c.table_name AND h.column_name = c.column_name || '_hash') AS is_hashed
  FROM information_schema.columns c WHERE c.domain_name = 'sealed' AND c.table_schema = 'public'`;

/** The encrypted values of a column, with the ids of their row and tenant. */
export function lockSealed(sql: RunSql, { table, column, tenant, key }: SealedColumn) {
  return sql({ id: integer(), tenant: nullable(integer()), value: text() })`
    SELECT ${raw(key)} AS id, ${raw(tenant ?? 'NULL::bigint')} AS tenant, ${raw(column)} AS value
    FROM ${raw(table)} WHERE ${raw(column)} IS NOT NULL FOR UPDATE`;
}

export async function updateSealed(sql: RunSql, { table, column, key }: SealedColumn, id: number, value: string) {
  await sql`UPDATE ${raw(table)} SET ${raw(column)} = ${value} WHERE ${raw(key)} = ${id}`;
}

export async function updateHash(sql: RunSql, { table, column, key }: SealedColumn, id: number, hash: Buffer) {
  await sql`UPDATE ${raw(table)} SET ${raw(column)}_hash = ${hash} WHERE ${raw(key)} = ${id}`;
}
