import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type ClientConfig, Pool, type QueryConfig } from 'pg';
import type { Log } from '../log.ts';

/** The pool and Drizzle on it. It heals by itself: a broken connection leaves the pool and the next one is fresh. */
export interface Database {
  pool: Pool;
  db: NodePgDatabase;
  /** Throws when the database can't be asked. */
  ping: () => Promise<void>;
  close: () => Promise<void>;
}

/** The driver takes a time limit with each query; its types don't know. */
const PING: QueryConfig & { query_timeout: number } = { text: 'SELECT 1', query_timeout: 2_000 };

export function openDatabase(connection: ClientConfig, log: Log): Database {
  const pool = new Pool({
    ...connection,
    max: 10,
    application_name: `parley ${process.pid}`,
    // A request would rather hear "not now" than wait for a database that is away.
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    query_timeout: 35_000,
    keepAlive: true,
    // Not a start-up parameter: poolers refuse those they don't know.
    onConnect: async (client) => void (await client.query('SET statement_timeout = 30000')),
  });
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'an idle database connection broke');
  });
  return {
    pool,
    db: drizzle(pool),
    ping: async () => void (await pool.query(PING)),
    close: () => pool.end(),
  };
}
