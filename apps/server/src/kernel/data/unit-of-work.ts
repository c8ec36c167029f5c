import { getTableName } from 'drizzle-orm';
import type { Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg';
import type { Clock } from '../../infra/clock.ts';
import type { Log } from '../../infra/log.ts';
import { run as runStatement } from '../../infra/postgres/batch.ts';
import type { Database } from '../../infra/postgres/database.ts';
import { notify } from '../../infra/postgres/notices.ts';
import type { Result } from '../../infra/postgres/plain-batch.ts';
import type { Vault } from '../../infra/secrets/vault.ts';
import type { Lane } from '../deliveries/lanes.ts';
import { type Happening, insertEvents } from '../events/events.ts';
import type { Publication } from '../live/rooms.ts';
import type { Commits } from './commits.ts';
import type { EnqueueOptions, Job, RunSql, UnitOfWork, Write } from './context.ts';
import { inFlight, leaseKey, releaseKey, settleKey, spendKey } from './idempotency.ts';

interface Options {
  database: Database;
  clock: Clock;
  log: Log;
  /** Known once the master key is. */
  vault: () => Vault;
  publicUrl: () => string;
  commits: Commits;
}

interface Queued {
  job: Job<never>;
  payload: object;
  options: EnqueueOptions;
}

function addJob(client: PoolClient, { job, payload, options: { at, ifAny } }: Queued) {
  const table = ifAny && getTableName(ifAny.table);
  const condition = table ? ` WHERE EXISTS (SELECT FROM ${table} WHERE widget_id = $5)` : '';
  return runStatement(client, {
    name: table ? `jobs.add_if_${table}` : 'jobs.add',
    text: `SELECT graphile_worker.add_job($1, $2::json, max_attempts => $3, run_at => $4)${condition}`,
    values: [
      job.name,
      JSON.stringify(payload),
      job.attempts,
      at?.toString() ?? null,
      ...(ifAny ? [ifAny.widgetId] : []),
    ],
  });
}

function toRunSql(run: (statement: QueryConfig) => Promise<Result>): RunSql {
  return async <Row extends QueryResultRow>(statement: QueryConfig) => {
    try {
      return (await run(statement)).rows as Row[];
    } catch (error) {
      // The stack leads to the caller from here, not to the socket.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  };
}

const sqlOn = (on: Pool | PoolClient) => toRunSql((statement) => runStatement(on, statement));

export function createUnitOfWork({ database, clock, log, vault, publicUrl, commits }: Options): UnitOfWork {
  /** Keys of writes that run on this node: a twin is told so without asking the database. */
  const running = new Set<string>();
  const readSql = sqlOn(database.pool);
  const autocommit = toRunSql(database.autocommit);

  async function alone<T>(key: Buffer, work: () => Promise<T>) {
    const name = key.toString('base64');
    if (running.has(name)) throw inFlight();
    running.add(name);
    try {
      return await work();
    } finally {
      running.delete(name);
    }
  }

  async function write<T>(
    { tenant, key, isLeased }: Parameters<UnitOfWork['write']>[0],
    work: (work: Write) => Promise<T>,
  ): Promise<T> {
    const now = clock();
    const happenings: Happening[] = [];
    const jobs: Queued[] = [];
    const publications: Publication[] = [];
    const notices: { topic: string; subject: string | number }[] = [];
    const lanes: Lane[] = [];
    const result = await database.transaction(async ({ client, db, leave }) => {
      // The work does not wait for the key: without it, none of its statements is run.
      if (key) leave((isLeased ? settleKey : spendKey)(client, key, now));
      const answer = await work({
        db,
        sql: sqlOn(client),
        run: (statement) => leave(runStatement(client, statement)),
        now,
        log,
        vault: vault(),
        publicUrl: publicUrl(),
        emit(event, data, of = tenant) {
          if (!of) throw new Error(`${event.name} was emitted outside of a widget`);
          happenings.push({ tenant: of, event, data });
        },
        enqueue: (job, payload, options = {}) => jobs.push({ job: job as Job<never>, payload, options }),
        publish: (event, room, data) =>
          publications.push({ event, room, payload: typeof data === 'function' ? data : () => data }),
        notify: (topic, subject) => notices.push({ topic, subject }),
        wake: (lane) => lanes.push(lane),
      });
      if (happenings.length) leave(insertEvents(client, happenings, now).then((added) => lanes.push(...added)));
      for (const queued of jobs) leave(addJob(client, queued));
      for (const { topic, subject } of notices) leave(runStatement(client, notify(topic, subject)));
      return answer;
    });
    if (publications.length) commits.emit('publications', publications);
    for (const { topic, subject } of notices) commits.emit('notice', topic, String(subject));
    if (happenings.length) commits.emit('events');
    if (lanes.length) commits.emit('deliveries', lanes);
    return result;
  }

  return {
    read: (work) => work({ db: database.db, sql: readSql, now: clock(), log, vault: vault(), publicUrl: publicUrl() }),
    write: (options, work) => {
      const run = () => write(options, work);
      return options.key && !options.isLeased ? alone(options.key, run) : run();
    },
    autocommit,
    lease: (key, work) => {
      if (!key) return work();
      return alone(key, async () => {
        await leaseKey(autocommit, key, clock());
        try {
          return await work();
        } catch (error) {
          await releaseKey(autocommit, key);
          throw error;
        }
      });
    },
  };
}
