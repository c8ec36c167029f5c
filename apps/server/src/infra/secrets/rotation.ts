import { setTimeout as sleep } from 'node:timers/promises';
import { APPLICATION_NAME, type Database } from '../postgres/database.ts';
import type { RunSql } from '../postgres/run-sql.ts';
import { StartupError } from '../startup-error.ts';
import { checkValue } from './master-key.ts';
import * as store from './store.ts';
import { createVault, type Vault } from './vault.ts';

const WAIT_MS = 3_000;

/** Re-encrypts every secret with a new master key in one transaction; returns how many. */
export async function rotateMasterKey(database: Database, current: Vault, newKey: Buffer): Promise<number> {
  await untilUnused(database.sql);
  return database.transaction(async ({ sql }) => {
    // A server that starts now waits for the rotation, and then refuses the old key.
    await store.lockInstallation(sql);
    await refuseWhileInUse(sql);
    const next = createVault(newKey);
    let count = 0;
    for (const column of await store.listSealedColumns(sql)) count += await reseal(sql, column, { current, next });
    await store.updateCheck(sql, checkValue(newKey));
    return count;
  });
}

/** Connections of a server that has just stopped take a moment to close. */
async function untilUnused(sql: RunSql) {
  const deadline = performance.now() + WAIT_MS;
  while ((await store.isInUse(sql, APPLICATION_NAME)) && performance.now() < deadline) await sleep(100);
}

/** A process with the old key would go on encrypting with it. */
async function refuseWhileInUse(sql: RunSql) {
  if (await store.isInUse(sql, APPLICATION_NAME)) {
    throw new StartupError('A server is running with the old key. Stop every server that uses this database first.');
  }
}

async function reseal(sql: RunSql, sealed: store.SealedColumn, vaults: { current: Vault; next: Vault }) {
  const { table, column, is_hashed } = sealed;
  const rows = await store.lockSealed(sql, sealed);
  for (const { id, tenant, value } of rows) {
    const context = { table, column, row: id, ...(tenant !== null && { tenant }) };
    const plain = vaults.current.open(value, context);
    await store.updateSealed(sql, sealed, id, vaults.next.seal(plain, context));
    if (is_hashed) await store.updateHash(sql, sealed, id, vaults.next.hash(plain, context));
  }
  return rows.length;
}
