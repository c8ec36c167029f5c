import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type ClientConfig, Pool, type PoolClient, type QueryConfig } from 'pg';
import type { Log } from '../log.ts';
import { addBatches, run } from './batch.ts';
import { isBatchable } from './driver-batch.ts';
import type { Result } from './plain-batch.ts';
import { getTypeParser } from './rows.ts';
import { createPipeline, createRunSql, type Pipeline, type RunSql } from './run-sql.ts';

/** Drizzle on a connection or on the pool. */
export type Db = NodePgDatabase;

/** The pool and Drizzle on it. A broken connection leaves the pool and is replaced. */
export interface Database {
  pool: Pool;
  db: Db;
  /** Reads, each statement on any connection. */
  sql: RunSql;
  /** Throws while the database is unreachable. */
  ping: () => Promise<void>;
  /** Whether work waits because every connection is in use. */
  isCrowded: () => boolean;
  transaction: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
  /** Runs one statement that changes rows, in a transaction of its own. */
  autocommit: RunSql;
  close: () => Promise<void>;
}

/** A transaction on a connection of its own. */
export interface Transaction {
  client: PoolClient;
  db: Db;
  sql: RunSql;
  /** Changes rows without waiting for the result. */
  run: Pipeline;
  /** Adds a statement that only the commit waits for; if it fails, the transaction is rolled back. */
  pipeline: (sent: Promise<unknown>) => void;
}

/** Names this process's connections; a process number alone is not unique across containers. */
export const APPLICATION_NAME = `parley ${process.pid}-${randomBytes(4).toString('hex')}`;

const MAX_CONNECTIONS = 10;

/** For a PostgreSQL on the same cores: more connections only compete, which costs 8% of a send. */
export function connectionsOnThisMachine() {
  return Math.min(MAX_CONNECTIONS, 2 * availableParallelism() + 1);
}

/** The driver takes a time limit with each query; its types don't know. */
const PING: QueryConfig & { query_timeout: number } = { text: 'SELECT 1', query_timeout: 2_000 };

/** Read-only unless a transaction says otherwise, so that a read can't write by accident. */
const SETTINGS = "SET statement_timeout = 30000; SET timezone = 'UTC'; SET default_transaction_read_only = on";

interface PoolSettings {
  maxConnections?: number | undefined;
  /** Whether statements are sent in batches, which uses internals of the driver. */
  batches?: boolean | undefined;
}

export function openDatabase(
  connection: ClientConfig,
  log: Log,
  { maxConnections = MAX_CONNECTIONS, batches = true }: PoolSettings = {},
): Database {
  const pool = new Pool({
    ...connection,
    max: maxConnections,
    application_name: APPLICATION_NAME,
    // A request fails soon, with 503, rather than wait for a database that is away.
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    query_timeout: 35_000,
    keepAlive: true,
    // Statements are sent without waiting for the results of earlier ones.
    pipeline: true,
    types: { getTypeParser },
    // Not start-up parameters: poolers refuse those they don't know.
    onConnect: async (client) => void (await client.query(SETTINGS)),
  });
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'an idle database connection broke');
  });
  const isPlain = !batches || !isBatchable();
  if (batches && isPlain) log.warn('statements are sent one by one: batches do not know this version of the driver');
  addBatches(pool, { isPlain });
  const createSql = (on: Pool | PoolClient) => createRunSql((statement) => run(on, statement));
  const open = openTransactions(pool, createSql);
  return {
    pool,
    db: drizzle(pool),
    sql: createSql(pool),
    ping: async () => void (await pool.query(PING)),
    isCrowded: () => pool.waitingCount > 0 && pool.idleCount === 0 && pool.totalCount >= maxConnections,
    transaction: open,
    autocommit: createRunSql((statement) => autocommit(open, statement)),
    close: () => pool.end(),
  };
}

const BEGIN = { name: 'begin', text: 'BEGIN READ WRITE' };
const COMMIT = { name: 'commit', text: 'COMMIT' };

type Transactions = Database['transaction'];

/** Created once per connection, since every transaction needs them. */
interface Handles {
  db: Db;
  sql: RunSql;
  run: Pipeline;
  pipeline: Transaction['pipeline'];
  /** What the commit of the current transaction waits for. */
  pipelined: Promise<unknown>[];
}

function createHandles(client: PoolClient, sql: RunSql): Handles {
  // Without a listener, a connection that breaks between two statements would end the process.
  client.on('error', () => undefined);
  const pipelined: Promise<unknown>[] = [];
  const pipeline = (sent: Promise<unknown>) => {
    sent.catch(() => undefined);
    pipelined.push(sent);
  };
  return { db: drizzle(client), sql, run: createPipeline(sql, pipeline), pipeline, pipelined };
}

function openTransactions(pool: Pool, createSql: (on: PoolClient) => RunSql): Transactions {
  const handles = new WeakMap<PoolClient, Handles>();
  return async (work) => {
    const client = await pool.connect();
    const handle = handles.getOrInsertComputed(client, () => createHandles(client, createSql(client)));
    return inTransaction(client, handle, work);
  };
}

async function inTransaction<T>(
  client: PoolClient,
  { pipelined, ...handle }: Handles,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const { pipeline } = handle;
  let broken: Error | undefined;
  pipelined.length = 0;
  try {
    pipeline(run(client, BEGIN));
    const result = await work({ client, ...handle }).catch(async (error) => {
      await settle(pipelined);
      throw error;
    });
    // After a statement that failed, the commit is a rollback.
    const committed = run(client, COMMIT);
    committed.catch(() => undefined);
    await settle(pipelined);
    if ((await committed).command !== 'COMMIT') throw new Error('A statement failed, but its write continued');
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

/** In order: the first statement that failed is the cause, and every later one fails because of it. */
async function settle(pipelined: Promise<unknown>[]) {
  for (const sent of pipelined) await sent;
}

/** The statement is sent together with its BEGIN and COMMIT. */
async function autocommit(open: Transactions, statement: QueryConfig): Promise<Result> {
  const [result] = await open(async ({ client, pipeline }) => {
    const sent = run(client, statement);
    pipeline(sent);
    return [sent];
  });
  return result;
}
