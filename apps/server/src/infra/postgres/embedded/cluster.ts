import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { Log } from '../../log.ts';
import { StartupError } from '../../startup-error.ts';
import { type Home, prepareHome } from './directory.ts';
import { explain } from './explain.ts';
import { findPostmaster, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { removeSocketDir } from './socket.ts';

/** Our own PostgreSQL on a DATA_DIR, shared by the server and the command line; the last one to leave stops it. */
export interface Cluster {
  /** How to connect to the product's database on it. */
  connection: ClientConfig;
  home: Home;
  close: (graceMs: number) => Promise<void>;
}

interface Options {
  dataDir: string;
  /** One server runs on a DATA_DIR at a time; any number of command lines may stand beside it. */
  role: 'server' | 'cli';
  log: Log;
  /** Gives up waiting for a cluster that is still recovering. */
  signal?: AbortSignal;
  /** The cluster was lost to another server: there is nothing left to do but to end. */
  onLost?: (error: StartupError) => void;
  binariesFrom?: string;
}

/** Session locks in the database `postgres`: everyone who uses the cluster shares the first, the server owns the second. */
const USERS_LOCK = 7_238_001;
const SERVER_LOCK = 7_238_002;
const DATABASE = 'parley';
const USER = 'parley';
const UNREACHABLE_MS = 5_000;
const STOP_GRACE_MS = 10_000;
const ABORT_GRACE_MS = 1_000;

export async function openCluster(options: Options): Promise<Cluster> {
  const { dataDir, log, signal, onLost } = options;
  const home = await prepareHome(dataDir, options.binariesFrom);
  const first = await join(home, options).catch((error) => {
    throw explain(error, dataDir);
  });
  await createDatabase(first);
  let closing = false;
  let session = Promise.resolve(first);
  watch(first);

  /** While the server lives its cluster does too: whatever ended it, it is started or joined again. */
  function watch(client: Client) {
    client.once('end', () => {
      if (closing) return;
      session = rejoin();
      session.catch((error) => log.debug({ err: error }, 'gave up on postgres'));
    });
  }

  async function rejoin(): Promise<Client> {
    for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
      log.warn('postgres is gone, starting it again');
      try {
        const client = await join(home, options);
        log.info('postgres is back');
        watch(client);
        return client;
      } catch (error) {
        if (error instanceof InUseError) onLost?.(error);
        if (closing || error instanceof InUseError) throw error;
        log.error({ err: error }, 'postgres does not start');
        await sleep(pause, undefined, { signal });
      }
    }
  }

  return {
    connection: { host: home.socketDir, user: USER, database: DATABASE },
    home,
    async close(graceMs) {
      closing = true;
      // A session that is just being joined would count as somebody else's.
      const client = await session.catch(() => undefined);
      await client?.end().catch(() => undefined);
      await stopIfLast(home, graceMs);
    },
  };
}

class InUseError extends StartupError {}

/** Connects to the cluster, started by whoever came first, and takes the locks that say who uses it. */
async function join(home: Home, options: Options): Promise<Client> {
  for (;;) {
    const running = findPostmaster(home);
    const started = running ? undefined : startPostmaster(home);
    const client = await connectWhenUp(home, running ?? (started as Postmaster), options).catch(async (error) => {
      if (started) await stopPostmaster(started, ABORT_GRACE_MS);
      throw error;
    });
    if (client) {
      try {
        await client.query('SELECT pg_advisory_lock_shared($1)', [USERS_LOCK]);
        if (options.role === 'server') await claimServer(client, options.dataDir);
        return client;
      } catch (error) {
        await client.end();
        if (error instanceof InUseError) throw error;
        // The last user was just stopping the cluster under us: begin anew.
      }
    } else if (started && !findPostmaster(home)) {
      throw new Error(started.log().trim());
    }
  }
}

/** Undefined when the postmaster ended instead: it failed, lost a race, or was stopped. Recovery may take its time. */
async function connectWhenUp(home: Home, postmaster: Postmaster, { role, log, signal }: Options) {
  const since = performance.now();
  for (let pause = 5; ; pause = Math.min(pause * 1.5, 1_000)) {
    const client = newClient(home, role);
    try {
      await client.connect();
      return client;
    } catch (error) {
      signal?.throwIfAborted();
      if (!postmaster.isAlive()) return undefined;
      const waited = performance.now() - since;
      if (pause === 1_000) log.info({ seconds: Math.round(waited / 1_000), err: error }, 'waiting for postgres');
      // Its socket is not where we look for it: left by another release, or swept out of /tmp.
      const isLost =
        /^(ENOENT|ECONNREFUSED)$/.test((error as NodeJS.ErrnoException).code ?? '') && postmaster.isReady();
      if (isLost && waited > UNREACHABLE_MS) await stopPostmaster(postmaster, STOP_GRACE_MS);
      await sleep(pause);
    }
  }
}

async function claimServer(client: Client, dataDir: string) {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS mine', [SERVER_LOCK]);
  if (rows[0].mine) return;
  const holder = await client.query(
    'SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = $1 AND objid = $2 AND granted',
    ['advisory', SERVER_LOCK],
  );
  const process = holder.rows[0]?.application_name.replace(/^parley server /, 'process ') ?? 'just stopping';
  throw new InUseError(
    `Another Parley server (${process}) already runs on ${dataDir}. Stop it first, or set another DATA_DIR and PORT.`,
  );
}

async function createDatabase(client: Client) {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount) return;
  await client.query(`CREATE DATABASE ${DATABASE}`).catch((error) => {
    // Somebody else's first start made it in the meantime.
    if (!/^(42P04|23505)$/.test(error.code)) throw error;
  });
}

/** Whoever gets the users' lock for itself alone, after its own session ended, was the last. */
async function stopIfLast(home: Home, graceMs: number) {
  const postmaster = findPostmaster(home);
  if (!postmaster) return;
  const client = newClient(home, 'last');
  const isLast = await client
    .connect()
    .then(() => client.query('SELECT pg_try_advisory_lock($1) AS last', [USERS_LOCK]))
    .then(({ rows }) => rows[0].last)
    // It answers nobody, so nobody uses it.
    .catch(() => true);
  if (isLast) {
    await stopPostmaster(postmaster, graceMs);
    removeSocketDir(home);
  }
  await client.end().catch(() => undefined);
}

function newClient(home: Home, role: string) {
  const client = new Client({
    host: home.socketDir,
    user: USER,
    database: 'postgres',
    application_name: `parley ${role} ${process.pid}`,
    connectionTimeoutMillis: 2_000,
  });
  return client.on('error', () => undefined);
}
