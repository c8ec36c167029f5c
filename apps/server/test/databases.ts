import { randomBytes } from 'node:crypto';
import { inject } from './provided.ts';
import { query } from './query.ts';

/** The migrated template. */
export const TEMPLATE = 'parley_template';

/** URL of a fresh database: migrated, or as `options` of CREATE DATABASE say. */
export async function freshDatabase(options = `TEMPLATE ${TEMPLATE} STRATEGY file_copy`): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await query(`${inject('postgres')}postgres`, `CREATE DATABASE ${name} ${options}`);
  return `${inject('postgres')}${name}`;
}

/** Its URL over TCP with a password. */
export const overTcp = (connection: string) => inject('postgresOverTcp') + new URL(connection).pathname.slice(1);

/** A fresh migrated database, for tests without an app. */
export async function startDatabase() {
  const connection = await freshDatabase();
  return { connection, sql: <T extends object>(statement: string) => query<T>(connection, statement) };
}
