import { setTimeout as sleep } from 'node:timers/promises';
import { type CronItem, Logger, parseCronItems, type Runner, run, runMigrations, type TaskList } from 'graphile-worker';
import { type ClientConfig, Pool } from 'pg';
import { describeError, type Log } from '../log.ts';
import { within } from '../within.ts';

interface Options {
  connection: ClientConfig;
  log: Log;
  tasks: TaskList;
  schedule: CronItem[];
}

const CONCURRENCY = 2;
const RESTART_MS = 2_000;
const STOP_MS = 1_000;

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
        runner = await run({
          pgPool: pool,
          taskList: tasks,
          parsedCronItems: parseCronItems(schedule),
          concurrency: CONCURRENCY,
          noHandleSignals: true,
          logger: quiet(log),
        });
        await runner.promise;
      } catch (error) {
        log.warn({ reason: describeError(error).message }, 'background jobs are interrupted');
      }
      await sleep(RESTART_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  const working = work();

  return {
    async close() {
      closing.abort();
      await within(
        Promise.resolve(runner?.stop()).catch(() => undefined),
        STOP_MS,
      );
      await within(working, STOP_MS);
      await within(pool.end(), STOP_MS);
    },
  };
}

function openPool(connection: ClientConfig, log: Log) {
  const pool = new Pool({
    ...connection,
    max: CONCURRENCY + 2,
    application_name: `parley jobs ${process.pid}`,
    connectionTimeoutMillis: 3_000,
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
