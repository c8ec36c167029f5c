import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CronItem, Logger, parseCronItems, type Runner, run, runMigrations, type TaskList } from 'graphile-worker';
import { type ClientConfig, Pool } from 'pg';
import { describeError, type Log } from '../log.ts';
import { withTimeout } from '../timeout.ts';

interface Options {
  connection: ClientConfig;
  log: Log;
  tasks: TaskList;
  schedule: CronItem[];
}

const CONCURRENCY = 2;
const RESTART_MS = 2_000;
/** What runs is given this long, then told to end; it counts as failed and is tried again by the next node. */
const GRACE_MS = 300;
const STOP_MS = 800;
const RESCUE_MS = 60_000;

/** Brings the tables of the queue up to date. */
export async function prepareJobs(connection: ClientConfig, log: Log) {
  const pool = openPool(connection, log);
  try {
    await runMigrations({ pgPool: pool, logger: quiet(log) });
  } finally {
    await pool.end();
  }
}

/** Takes jobs from the queue until it is closed; started again when the database was away for long. */
export function startWorker({ connection, log, tasks, schedule }: Options) {
  const pool = openPool(connection, log);
  const closing = new AbortController();
  let runner: Runner | undefined;

  async function work() {
    while (!closing.signal.aborted) {
      try {
        await rescueJobs(pool, true);
        runner = await run({
          gracefulShutdownAbortTimeout: GRACE_MS,
          pgPool: pool,
          taskList: tasks,
          parsedCronItems: parseCronItems(schedule),
          concurrency: CONCURRENCY,
          noHandleSignals: true,
          logger: quiet(log),
        });
        // A stop may have come while it started.
        if (closing.signal.aborted) await runner.stop();
        await runner.promise;
      } catch (error) {
        log.warn({ reason: describeError(error).message }, 'background jobs are interrupted');
      }
      await sleep(RESTART_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  const working = work();
  const rescue = setInterval(() => rescueJobs(pool).catch(() => undefined), RESCUE_MS);

  return {
    async close() {
      clearInterval(rescue);
      closing.abort();
      await withTimeout(
        Promise.resolve(runner?.stop()).catch(() => undefined),
        STOP_MS,
      );
      // Its connections stay until the last job has said how it ended.
      await withTimeout(
        working.finally(() => pool.end()),
        STOP_MS,
      );
    },
  };
}

const POOL_NAME = `parley jobs ${process.pid}-${randomBytes(4).toString('hex')}`;

// The library itself waits four hours for a worker that died. No job of ours takes minutes, and when no other node is
// there at a start, whatever is locked was left by one that is gone.
const RESCUE = `
  SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by)) FROM graphile_worker._private_jobs
  WHERE locked_by IS NOT NULL AND (locked_at < now() - interval '5 minutes' OR $2 AND NOT EXISTS (
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'parley jobs %' AND application_name <> $1))`;

/** Frees jobs whose node died while it had them. Only at its start has this node none of its own. */
async function rescueJobs(pool: Pool, isStart = false) {
  await pool.query(RESCUE, [POOL_NAME, isStart]);
}

function openPool(connection: ClientConfig, log: Log) {
  const pool = new Pool({
    ...connection,
    max: CONCURRENCY + 2,
    application_name: POOL_NAME,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  pool.on('error', (error) => log.debug({ err: error }, 'a connection of background jobs broke'));
  // The library asks for a listener on each connection as well.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** The library's warnings in our log; its progress only when somebody is looking for a fault. */
function quiet(log: Log) {
  return new Logger((scope) => (level, message) => {
    const write = level === 'error' || level === 'warning' ? 'warn' : 'debug';
    log[write]({ job: scope.taskIdentifier }, message);
  });
}
