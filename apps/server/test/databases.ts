import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { TEMPLATE } from './global-setup.ts';
import { query } from './query.ts';

/** Address of a database of one's own: migrated, or as `options` of CREATE DATABASE say. */
export async function freshDatabase(options = `TEMPLATE ${TEMPLATE} STRATEGY file_copy`): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await query(`${inject('postgres')}postgres`, `CREATE DATABASE ${name} ${options}`);
  return `${inject('postgres')}${name}`;
}

/** A migrated database of one's own, for what needs no app. */
export async function startDatabase() {
  const connection = await freshDatabase();
  return { connection, sql: <T extends object>(statement: string) => query<T>(connection, statement) };
}
