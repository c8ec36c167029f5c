import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Client } from 'pg';
import type { Log } from '../log.ts';
import { StartupError } from '../startup-error.ts';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Brings the tables up to date, all or nothing. The caller holds the lock that keeps other nodes out. */
export async function migrate(client: Client, log: Log) {
  const known = readMigrationFiles({ migrationsFolder });
  const before = await appliedCount(client);
  if (before > known.length) {
    throw new StartupError(
      'The database was migrated by a newer release of Parley. Start that release or a newer one.',
    );
  }
  if (before === known.length) return;
  await applyMigrations(drizzle(client), { migrationsFolder });
  log.info({ migrations: known.length - before }, 'database migrated');
}

async function appliedCount(client: Client) {
  const { rows } = await client.query("SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS started");
  if (!rows[0].started) return 0;
  const applied = await client.query('SELECT count(*)::int AS count FROM drizzle.__drizzle_migrations');
  return applied.rows[0].count as number;
}
