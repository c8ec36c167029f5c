import type { InjectOptions } from 'fastify';
import { Pool } from 'pg';
import type { App } from '../src/app.ts';
import { freshAddress, freshLoopbackAddress } from './addresses.ts';
import type { Inject } from './call.ts';
import { freshDatabase } from './databases.ts';
import { frozenClock, type RunningApp, runApp, toolsOf } from './running-app.ts';

// A worker runs one test at a time, so its tests share apps and databases. Each test uses its own accounts, and state
// outside of accounts (the clock, the calling address) is reset between tests.

interface SharedApp extends RunningApp {
  current: { clock: { now: Temporal.Instant }; publicUrl?: string };
  pool: Pool;
}

/** By configuration. Listening apps have heartbeats, which tests of other apps must not see. */
const sharedApps = new Map<string, Promise<SharedApp>>();

async function startShared(env: Record<string, string>, live: boolean): Promise<SharedApp> {
  const connection = await freshDatabase();
  const current: SharedApp['current'] = { clock: frozenClock() };
  const clock = () => current.clock.now;
  const running = await runApp(env, { connection, live, clock, publicUrl: () => current.publicUrl });
  return { ...running, current, pool: new Pool({ connectionString: connection, max: 4 }) };
}

/** The shared app as one test sees it. */
export async function openShared(env: Record<string, string>, { live = false, isPublic = false }) {
  const key = JSON.stringify([env, live]);
  const shared = await sharedApps.getOrInsertComputed(key, () => startShared(env, live));
  const before = { ...shared.current };
  const clock = frozenClock();
  Object.assign(shared.current, { clock, publicUrl: isPublic ? shared.address : undefined });
  // Removes jobs of earlier tests and heartbeats from their time.
  await shared.pool.query(`DELETE FROM graphile_worker._private_jobs;
    UPDATE nodes SET seen_at = '${clock.now}' WHERE isfinite(seen_at)`);

  const remoteAddress = freshAddress();
  const { app, address, connection, pool } = shared;
  const ask: Inject = (request) => app.http.inject({ remoteAddress, ...request });
  const inject = (request: InjectOptions | string) => ask(typeof request === 'string' ? { url: request } : request);
  const sql = async <T extends object>(statement: string) => {
    if (CHANGES_FOR_ALL.test(statement)) throw new Error(`${ASK_FOR_YOUR_OWN}: ${statement}`);
    return (await pool.query(statement)).rows as T[];
  };
  const own = {
    http: Object.create(app.http, { inject: { value: inject } }) as App['http'],
    publicUrl: shared.publicUrl(),
    address,
    localAddress: freshLoopbackAddress(),
    connection,
    clock,
    sql,
    end: async () => void Object.assign(shared.current, before),
  };
  return Object.assign(Object.create(app, refusals) as App, toolsOf(shared, ask), own);
}

const CHANGES_FOR_ALL = /\b(CREATE|DROP|ALTER|TRUNCATE|LOCK TABLE|pg_terminate_backend)\b/;
const ASK_FOR_YOUR_OWN =
  'Other tests share this app: start one with startApp({}, { isolated: true }) for what would change it for all of them';

function refuse(): never {
  throw new Error(ASK_FOR_YOUR_OWN);
}

const refusals: PropertyDescriptorMap = {
  state: { get: () => 'ready', set: refuse },
  start: { value: refuse },
  close: { value: refuse },
};
