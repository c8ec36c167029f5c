import { randomBytes } from 'node:crypto';
import { inject } from './provided.ts';
import { query } from './query.ts';

/** Migrated, and cloned by the others. */
export const TEMPLATE = 'parley_template';

/** Address of a database of one's own: migrated, or as `options` of CREATE DATABASE say. */
export async function freshDatabase(options = `TEMPLATE ${TEMPLATE} STRATEGY file_copy`): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await query(`${inject('postgres')}postgres`, `CREATE DATABASE ${name} ${options}`);
  return `${inject('postgres')}${name}`;
}

/** Its address for those who come over TCP with a password. */
export const overTcp = (connection: string) => inject('postgresOverTcp') + new URL(connection).pathname.slice(1);

/** A migrated database of one's own, for what needs no app. */
export async function startDatabase() {
  const connection = await freshDatabase();
  return { connection, sql: <T extends object>(statement: string) => query<T>(connection, statement) };
}
