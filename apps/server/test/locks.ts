import { Client } from 'pg';
import type { TestApp } from './harness.ts';
import { until } from './until.ts';

/** Holds a statement's locks while `work` runs, which can wait until others block on them. */
export async function whileLocked<T>(
  { connection, sql }: TestApp,
  statement: string,
  work: (held: { client: Client; untilWaited: () => Promise<unknown> }) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: connection });
  await client.connect();
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const untilWaited = () => until(async () => (await sql(waiting)).length > 0, 'somebody waits for the lock');
  try {
    await client.query('BEGIN');
    await client.query(statement);
    return await work({ client, untilWaited });
  } finally {
    await client.end();
  }
}
