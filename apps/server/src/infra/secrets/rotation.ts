import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { APPLICATION_NAME, type Database } from '../postgres/database.ts';
import { StartupError } from '../startup-error.ts';
import { checkValue } from './master-key.ts';
import { createVault, type Vault } from './vault.ts';

const WAIT_MS = 3_000;

interface Column {
  table: string;
  column: string;
  /** `widget_id` or `account_id`, where the table has one. */
  tenant: string | null;
  /** Whether a hash of the secret is stored beside it. */
  is_hashed: boolean;
}

/** Re-encrypts every secret with a new master key in one transaction; returns how many. */
export async function rotateMasterKey(database: Database, current: Vault, newKey: Buffer): Promise<number> {
  await untilUnused(database.pool);
  return database.transaction(async ({ client }) => {
    // A server that starts now waits for the rotation, and then refuses the old key.
    await client.query('LOCK TABLE installation IN ACCESS EXCLUSIVE MODE');
    await refuseWhileInUse(client);
    const next = createVault(newKey);
    let count = 0;
    for (const column of await sealedColumns(client)) count += await reseal(client, column, { current, next });
    await client.query('UPDATE installation SET master_key_check = $1', [checkValue(newKey)]);
    return count;
  });
}

/** Connections of a server that has just stopped take a moment to close. */
async function untilUnused(pool: Pool) {
  const deadline = performance.now() + WAIT_MS;
  while ((await isInUse(pool)) && performance.now() < deadline) await sleep(100);
}

/** A process with the old key would go on encrypting with it. */
async function refuseWhileInUse(client: PoolClient) {
  if (await isInUse(client)) {
    throw new StartupError('A server is running with the old key. Stop every server that uses this database first.');
  }
}

async function isInUse(client: Pool | PoolClient) {
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'parley %'
     AND application_name <> $1`,
    [APPLICATION_NAME],
  );
  return Boolean(rowCount);
}

async function sealedColumns(client: PoolClient): Promise<Column[]> {
  const { rows } = await client.query(
    `SELECT c.table_name AS table, c.column_name AS column, (
       SELECT t.column_name FROM information_schema.columns t
       WHERE t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.column_name IN ('widget_id', 'account_id')
       ORDER BY t.column_name DESC LIMIT 1) AS tenant, EXISTS (
       SELECT FROM information_schema.columns h
       WHERE h.table_schema = c.table_schema AND h.table_name = c.table_name AND h.column_name = c.column_name || '_hash') AS is_hashed
     FROM information_schema.columns c WHERE c.domain_name = 'sealed' AND c.table_schema = 'public'`,
  );
  return rows;
}

async function reseal(client: PoolClient, sealed: Column, vaults: { current: Vault; next: Vault }) {
  const { table, column, tenant, is_hashed } = sealed;
  const { rows } = await client.query(
    `SELECT id, ${tenant ?? 'NULL'} AS tenant, ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL FOR UPDATE`,
  );
  for (const { id, tenant: owner, value } of rows) {
    const place = { table, column, row: id, ...(owner !== null && { tenant: owner }) };
    const plain = vaults.current.open(value, place);
    await client.query(`UPDATE ${table} SET ${column} = $2 WHERE id = $1`, [id, vaults.next.seal(plain, place)]);
    if (!is_hashed) continue;
    await client.query(`UPDATE ${table} SET ${column}_hash = $2 WHERE id = $1`, [id, vaults.next.hash(plain, place)]);
  }
  return rows.length;
}
