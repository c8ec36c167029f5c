import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type ClientConfig, Pool, type PoolClient, type QueryConfig, types } from 'pg';
import type { Log } from '../log.ts';
import { toIso } from './columns.ts';

/** Drizzle on a connection or on the pool. */
export type Db = NodePgDatabase;

/** The pool and Drizzle on it. It heals by itself: a broken connection leaves the pool and the next one is fresh. */
export interface Database {
  pool: Pool;
  db: Db;
  /** Throws when the database can't be asked. */
  ping: () => Promise<void>;
  /** Runs work in one transaction: everything it did is committed, or nothing. */
  transaction: <T>(work: TransactionWork<T>) => Promise<T>;
  close: () => Promise<void>;
}

/** `last` are statements that nothing waits for: they travel with the commit, and one that fails undoes everything. */
type TransactionWork<T> = (client: PoolClient, db: Db) => Promise<{ result: T; last: Promise<unknown>[] }>;

/** Names this process's connections; a process number alone is not unique across containers. */
export const APPLICATION_NAME = `parley ${process.pid}-${randomBytes(4).toString('hex')}`;

/** The driver takes a time limit with each query; its types don't know. */
const PING: QueryConfig & { query_timeout: number } = { text: 'SELECT 1', query_timeout: 2_000 };

export function openDatabase(connection: ClientConfig, log: Log): Database {
  const pool = new Pool({
    ...connection,
    max: 10,
    application_name: APPLICATION_NAME,
    // A request would rather hear "not now" than wait for a database that is away.
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    query_timeout: 35_000,
    keepAlive: true,
    // Statements that don't need each other's answers are sent without waiting for them.
    pipeline: true,
    types: { getTypeParser },
    // Not start-up parameters: poolers refuse those they don't know.
    onConnect: async (client) => void (await client.query("SET statement_timeout = 30000; SET timezone = 'UTC'")),
  });
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'an idle database connection broke');
  });
  pool.on('connect', sendTogether);
  const db = drizzle(pool);
  return {
    pool,
    db,
    ping: async () => void (await pool.query(PING)),
    transaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
  };
}

/**
 * Statements that are issued in one go leave in one write. To write to a socket wakes PostgreSQL up, which on a busy
 * machine costs more than the statement itself.
 */
function sendTogether(client: PoolClient) {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  let isGathering = false;
  const gather = (...args: unknown[]) => {
    if (!isGathering) {
      isGathering = true;
      stream.cork();
      process.nextTick(() => {
        isGathering = false;
        stream.uncork();
      });
    }
    return query(...args);
  };
  client.query = gather as typeof client.query;
}

/** Drizzle of each connection, made once: a transaction is too short to build one for it. */
const handles = new WeakMap<PoolClient, Db>();

function handleOf(client: PoolClient): Db {
  const known = handles.get(client);
  if (known) return known;
  // A connection that breaks between two statements says so to nobody else; the next statement on it fails.
  client.on('error', () => undefined);
  const db = drizzle(client);
  handles.set(client, db);
  return db;
}

async function inTransaction<T>(pool: Pool, work: TransactionWork<T>): Promise<T> {
  const client = await pool.connect();
  const db = handleOf(client);
  let broken: Error | undefined;
  try {
    const begun = client.query('BEGIN');
    // It fails only with its connection, and then so does everything behind it.
    begun.catch(() => undefined);
    const { result, last } = await work(client, db);
    // After a statement that failed, the commit is a rollback.
    const committed = client.query('COMMIT');
    committed.catch(() => undefined);
    for (const settled of await Promise.allSettled([begun, ...last])) {
      if (settled.status === 'rejected') throw settled.reason;
    }
    if ((await committed).command !== 'COMMIT') throw new Error('A statement failed, and its write went on regardless');
    return result;
  } catch (error) {
    // A connection that can't roll back is in an unknown state and leaves the pool.
    await client.query('ROLLBACK').catch((reason) => {
      broken = reason;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

const INT8 = 20;
const INT8_ARRAY = 1016;
const INT4_ARRAY = 1007;
const TIMESTAMPTZ = 1184;

/** Statements written as SQL answer in the API's own terms: ids are numbers and times ISO 8601. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return Number;
  if (oid === INT8_ARRAY) return types.getTypeParser(INT4_ARRAY as number, 'text');
  if (oid === TIMESTAMPTZ) return toIso;
  return types.getTypeParser(oid, format as 'text');
}
