import { LRUCache } from 'lru-cache';
import type { Clock } from '../../infra/clock.ts';
import type { Log } from '../../infra/log.ts';
import type { Database } from '../../infra/postgres/database.ts';
import { FOREIGN_KEY_VIOLATION, sqlStateOf, UNIQUE_VIOLATION } from '../../infra/postgres/sqlstate.ts';
import type { Vault } from '../../infra/secrets/vault.ts';
import { Problem } from '../problems.ts';
import type { Commits } from './commits.ts';
import type { UnitOfWork, Write, WriteOptions } from './context.ts';
import { announceEffects, collectEffects, storeEffects } from './effects.ts';
import { leaseKey, releaseKey, settleKey, spendKey } from './idempotency.ts';
import { createMemory } from './memory.ts';
import { createRunningKeys } from './running-keys.ts';
import { HAS_SUBSCRIPTIONS, NOT_AS_ASSUMED, OUT_OF_DATE } from './store/assumptions.ts';

const MAX_SUBSCRIBED = 10_000;
const SUBSCRIBED_MS = 600_000;

interface UnitOfWorkOptions {
  database: Database;
  clock: Clock;
  log: Log;
  /** Available once the master key is known. */
  vault: () => Vault;
  publicUrl: () => string;
  hasMailServer: boolean;
  commits: Commits;
  /** Called when this node may have missed what others did. */
  onGap?: (listener: () => void) => void;
}

export function createUnitOfWork(options: UnitOfWorkOptions): UnitOfWork {
  const { database, clock, log, vault, publicUrl, hasMailServer } = options;
  const { db, sql, autocommit } = database;
  const runExclusively = createRunningKeys();
  const write = createWrite(options);

  return {
    read: (work) => work({ db, sql, now: clock(), log, vault: vault(), publicUrl: publicUrl(), hasMailServer }),
    write: (options, work) => {
      const run = () => write(options, work);
      return options.key && !options.isLeased ? runExclusively(options.key, run) : run();
    },
    autocommit,
    lease: (key, work) => {
      if (!key) return work();
      return runExclusively(key, async () => {
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

function createWrite(options: UnitOfWorkOptions) {
  const { database, clock, log, vault, publicUrl, hasMailServer, commits, onGap } = options;
  const memories = createMemory();
  /** Widgets whose events had a subscription lately. */
  const subscribed = new LRUCache<number, true>({ max: MAX_SUBSCRIBED, ttl: SUBSCRIBED_MS });
  // The database may have been restored, or another one taken its place.
  onGap?.(memories.clear);

  async function attempt<T>(
    { tenant, key, isLeased }: WriteOptions,
    work: (work: Write) => Promise<T>,
    { assume, memory, hasAssumed }: ReturnType<typeof memories.begin>,
  ): Promise<T> {
    const now = clock();
    const effects = collectEffects();
    const result = await database.transaction(async (transaction) => {
      const { db, sql, run, pipeline } = transaction;
      // The work does not wait for the key: if it is refused, no later statement runs.
      if (key) pipeline((isLeased ? settleKey : spendKey)(sql, key, now));
      const output = await work({
        db,
        sql,
        run,
        now,
        log,
        vault: vault(),
        publicUrl: publicUrl(),
        hasMailServer,
        emit(event, data, of = tenant) {
          if (!of) throw new Error(`${event.name} was emitted outside of a widget`);
          effects.events.push({ tenant: of, event, data });
        },
        enqueue: (job, payload, options = {}) => effects.jobs.push({ job, payload, options }),
        publish: (event, room, data) =>
          effects.publications.push({ event, room, payload: typeof data === 'function' ? data : () => data }),
        notify: (topic, subject, { isLocal = false } = {}) => effects.notices.push({ topic, subject, isLocal }),
        audit: (details) => effects.audited.push(details),
        wake: (lane, leased) => void (leased ? effects.handed.push({ lane, item: leased }) : effects.lanes.push(lane)),
        assume,
        memory,
      });
      const isUnsubscribed = hasAssumed() && !subscribed.has(tenant?.widgetId ?? 0);
      storeEffects(effects, transaction, { now, leaseUntil: commits.leaseUntil, isUnsubscribed });
      return output;
    });
    announceEffects(effects, commits);
    return result;
  }

  return async <T>(options: WriteOptions, work: (work: Write) => Promise<T>): Promise<T> => {
    const first = memories.begin();
    try {
      const result = await attempt(options, work, first);
      first.commit();
      return result;
    } catch (error) {
      if (!first.hasAssumed() || !isRefusal(error)) throw error;
      if (sqlStateOf(error) === OUT_OF_DATE) first.contest();
      if (sqlStateOf(error) === HAS_SUBSCRIPTIONS) subscribed.set(options.tenant?.widgetId ?? 0, true);
    }
    const second = memories.begin({ isSecond: true });
    const result = await attempt(options, work, second);
    second.commit();
    return result;
  };
}

const REFUSALS = new Set([OUT_OF_DATE, NOT_AS_ASSUMED, HAS_SUBSCRIPTIONS, UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION]);

/** Whether an attempt was rolled back for a reason that may be a wrong assumption. */
function isRefusal(error: unknown) {
  return error instanceof Problem || REFUSALS.has(sqlStateOf(error) ?? '');
}
