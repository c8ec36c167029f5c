import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CronItem, Logger, parseCronItems, type Runner, run, runMigrations, type TaskList } from 'graphile-worker';
import { type ClientConfig, Pool } from 'pg';
import { describeError, type Log } from '../log.ts';
import { withTimeout } from '../timeout.ts';
import { unlockJobs } from './store.ts';

interface WorkerOptions {
  connection: ClientConfig;
  log: Log;
  tasks: TaskList;
  schedule: CronItem[];
}

const CONCURRENCY = 2;
const RESTART_MS = 2_000;
/** Running jobs get this long before they are aborted; an aborted job counts as failed and is retried. */
const GRACE_MS = 300;
const STOP_MS = 800;
const UNLOCK_MS = 60_000;

/** Migrates the tables of the job queue. */
export async function prepareJobs(connection: ClientConfig, log: Log) {
  const pool = openPool(connection, log);
  try {
    await runMigrations({ pgPool: pool, logger: toLibraryLogger(log) });
  } finally {
    await pool.end();
  }
}

/** Runs jobs from the queue until it is closed; restarts after a long database outage. */
export function startWorker({ connection, log, tasks, schedule }: WorkerOptions) {
  const pool = openPool(connection, log);
  const closing = new AbortController();
  let runner: Runner | undefined;

  async function work() {
    while (!closing.signal.aborted) {
      try {
        await unlockJobs(pool, { ownName: POOL_NAME, isStart: true });
        runner = await run({
          gracefulShutdownAbortTimeout: GRACE_MS,
          pgPool: pool,
          taskList: tasks,
          parsedCronItems: parseCronItems(schedule),
          concurrency: CONCURRENCY,
          noHandleSignals: true,
          logger: toLibraryLogger(log),
        });
        // It may have been closed while starting.
        if (closing.signal.aborted) await runner.stop();
        await runner.promise;
      } catch (error) {
        log.warn({ reason: describeError(error).message }, 'background jobs are interrupted');
      }
      await sleep(RESTART_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  const working = work();
  const unlock = () => unlockJobs(pool, { ownName: POOL_NAME, isStart: false }).catch(() => undefined);
  const unlocking = setInterval(unlock, UNLOCK_MS);

  return {
    async close() {
      clearInterval(unlocking);
      closing.abort();
      await withTimeout(
        Promise.resolve(runner?.stop()).catch(() => undefined),
        STOP_MS,
      );
      // Connections stay open until the last job has recorded its result.
      await withTimeout(
        working.finally(() => pool.end()),
        STOP_MS,
      );
    },
  };
}

const POOL_NAME = `parley jobs ${process.pid}-${randomBytes(4).toString('hex')}`;

function openPool(connection: ClientConfig, log: Log) {
  const pool = new Pool({
    ...connection,
    max: CONCURRENCY + 2,
    application_name: POOL_NAME,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  pool.on('error', (error) => log.debug({ err: error }, 'a connection of background jobs broke'));
  // The library requires a listener on each connection too.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** Logs the library's warnings as ours, everything else as debug. */
function toLibraryLogger(log: Log) {
  return new Logger((scope) => (level, message) => {
    const write = level === 'error' || level === 'warning' ? 'warn' : 'debug';
    log[write]({ job: scope.taskIdentifier }, message);
  });
}
