import { Pool, type PoolClient, type QueryConfig } from 'pg';
import { DriverBatch } from './driver-batch.ts';
import { type Batch, PlainBatch, type QueryFunction, type Result } from './plain-batch.ts';

interface Outbox {
  /** Sends at once, ahead of the batch. */
  query: QueryFunction;
  /** Collects statements until the next flush. */
  batch: Batch | undefined;
  /** Settled when everything sent has a result; only without driver batches. */
  answered: Promise<void> | undefined;
}

const outboxes = new WeakMap<PoolClient, Outbox>();

/** Pools and connections that use only the public interface of the driver. */
const plain = new WeakSet<Pool | PoolClient>();

/** Prepares a pool for `run`. Direct queries on its connections keep their order among batched statements. */
export function addBatches(pool: Pool, { isPlain }: { isPlain: boolean }) {
  if (isPlain) plain.add(pool);
  pool.on('connect', (client) => {
    if (isPlain) plain.add(client);
    const outbox = outboxOf(client);
    client.query = ((...args: unknown[]) => {
      flush(client);
      return outbox.answered ? outbox.answered.then(() => outbox.query(...args)) : outbox.query(...args);
    }) as typeof client.query;
  });
}

/**
 * Runs a statement. On a connection, all statements of one tick are sent together; on a pool, where it is a read, those
 * that are prepared and so take next to no time.
 */
export function run(on: Pool | PoolClient, statement: QueryConfig): Promise<Result> {
  if (!(on instanceof Pool)) return join(on, statement);
  return statement.name && !plain.has(on) ? runWithOthers(on, statement) : runAlone(on, statement);
}

/** Reads that wait for a connection. */
const waiting = new WeakMap<Pool, DriverBatch>();

/** So that nobody waits long for others. */
const MAX_READS = 8;

/**
 * Reads of requests that arrive at the same time, or while all connections are busy, share a connection: waking up
 * PostgreSQL takes longer than most of them.
 */
function runWithOthers(pool: Pool, statement: QueryConfig) {
  const known = waiting.get(pool);
  if (known && known.size < MAX_READS) return known.add(statement);
  const batch = new DriverBatch({
    onClosed: () => {
      if (waiting.get(pool) === batch) waiting.delete(pool);
    },
    rerun: (statement) => runAlone(pool, statement),
  });
  waiting.set(pool, batch);
  setImmediate(() => batch.send(pool.query.bind(pool) as QueryFunction));
  return batch.add(statement);
}

const newBatch = (on: Pool | PoolClient): Batch => (plain.has(on) ? new PlainBatch() : new DriverBatch());

function runAlone(pool: Pool, statement: QueryConfig) {
  const batch = newBatch(pool);
  const result = batch.add(statement);
  void batch.send(pool.query.bind(pool) as QueryFunction);
  return result;
}

function join(client: PoolClient, statement: QueryConfig) {
  const outbox = outboxOf(client);
  if (!outbox.batch) {
    outbox.batch = newBatch(client);
    process.nextTick(flush, client);
  }
  return outbox.batch.add(statement);
}

function outboxOf(client: PoolClient) {
  const known = outboxes.get(client);
  if (known) return known;
  const query = client.query.bind(client) as QueryFunction;
  const outbox: Outbox = { query, batch: undefined, answered: undefined };
  outboxes.set(client, outbox);
  return outbox;
}

/** Sends the batch. Called before anything else is sent, to keep the order. */
function flush(client: PoolClient) {
  const outbox = outboxOf(client);
  const { batch, query, answered } = outbox;
  if (!batch) return;
  outbox.batch = undefined;
  const sent = answered ? answered.then(() => batch.send(query)) : batch.send(query);
  if (!sent) return;
  const done = sent.then(() => {
    if (outbox.answered === done) outbox.answered = undefined;
  });
  outbox.answered = done;
}
