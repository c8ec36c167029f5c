import type { PoolClient } from 'pg';
import type { Clock } from '../infra/clock.ts';
import type { Log } from '../infra/log.ts';
import type { Database } from '../infra/postgres/database.ts';
import { notify } from '../infra/postgres/notices.ts';
import type { Vault } from '../infra/secrets/vault.ts';
import type { Job, RunSql, UnitOfWork, Write } from './context.ts';
import { type Happening, insertEvents } from './events.ts';
import { inFlight, leaseKey, releaseKey, settleKey, spendKey } from './idempotency.ts';

interface Options {
  database: Database;
  clock: Clock;
  log: Log;
  /** Known once the master key is. */
  vault: () => Vault;
  publicUrl: () => string;
  /** Called when events have been committed. */
  onEvents: () => void;
  /** Tells this node itself what others hear a moment later. */
  tell: (topic: string, subject: string) => void;
}

function addJob(client: PoolClient, { name, attempts }: Job<never>, payload: object) {
  return client.query('SELECT graphile_worker.add_job($1, $2::json, max_attempts => $3)', [
    name,
    JSON.stringify(payload),
    attempts,
  ]);
}

export function createUnitOfWork({ database, clock, log, vault, publicUrl, onEvents, tell }: Options): UnitOfWork {
  /** Keys of writes that run on this node: a twin is told so without asking the database. */
  const running = new Set<string>();
  const readSql: RunSql = async (statement) => (await database.pool.query(statement)).rows;

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
    const jobs: { job: Job<never>; payload: object }[] = [];
    const notices: { topic: string; subject: string | number }[] = [];
    const result = await database.transaction(async (client, db) => {
      if (key) await (isLeased ? settleKey : spendKey)(client, key, now);
      const sql: RunSql = async (statement) => (await client.query(statement)).rows;
      const answer = await work({
        db,
        sql,
        now,
        log,
        vault: vault(),
        publicUrl: publicUrl(),
        emit(event, data, of = tenant) {
          if (!of) throw new Error(`${event.name} was emitted outside of a widget`);
          happenings.push({ tenant: of, event, data });
        },
        enqueue: (job, payload) => jobs.push({ job: job as Job<never>, payload }),
        notify: (topic, subject) => notices.push({ topic, subject }),
      });
      const last = [
        ...(happenings.length ? [insertEvents(client, happenings, now)] : []),
        ...jobs.map(({ job, payload }) => addJob(client, job, payload)),
        ...notices.map(({ topic, subject }) => client.query(notify(topic, subject))),
      ];
      return { result: answer, last };
    });
    for (const { topic, subject } of notices) tell(topic, String(subject));
    if (happenings.length) onEvents();
    return result;
  }

  return {
    read: (work) => work({ db: database.db, sql: readSql, now: clock(), log, vault: vault(), publicUrl: publicUrl() }),
    write: (options, work) => {
      const run = () => write(options, work);
      return options.key && !options.isLeased ? alone(options.key, run) : run();
    },
    lease: (key, work) => {
      if (!key) return work();
      return alone(key, async () => {
        await leaseKey(readSql, key, clock());
        try {
          return await work();
        } catch (error) {
          await releaseKey(readSql, key);
          throw error;
        }
      });
    },
  };
}
