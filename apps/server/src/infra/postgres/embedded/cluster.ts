import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { Log } from '../../log.ts';
import { StartupError } from '../../startup-error.ts';
import { withTimeout } from '../../timeout.ts';
import { statement } from '../sql.ts';
import { DUPLICATE_DATABASE, UNIQUE_VIOLATION } from '../sqlstate.ts';
import { prepareHome } from './directory.ts';
import { explain } from './explain.ts';
import type { Home } from './home.ts';
import { findPostmaster, type Postmaster, reportsReady, startPostmaster, stopPostmaster } from './postmaster.ts';
import { connectionTo, isListening, removeSocketDir } from './socket.ts';

/** The embedded PostgreSQL of a DATA_DIR, shared by the server and the command line; the last user stops it. */
export interface Cluster {
  /** Connection to our database in it. */
  connection: ClientConfig;
  home: Home;
  close: () => Promise<void>;
}

interface Options {
  dataDir: string;
  /** A DATA_DIR has at most one server, and any number of command lines. */
  role: 'server' | 'cli';
  log: Log;
  /** Aborts every wait. */
  signal?: AbortSignal;
  /** Another server has taken the cluster over: the process must exit. */
  onLost?: (error: StartupError) => void;
}

/** Our connection to the cluster, which holds the locks of its users. */
interface Session {
  client: Client;
  postmaster: Postmaster | undefined;
}

/** Locks in the database `postgres`: everyone who uses the cluster shares the first, the server owns the second. */
const USERS_LOCK = 7_238_001;
const SERVER_LOCK = 7_238_002;
const DATABASE = 'parley';
const CONNECT_MS = 1_000;
const UNREACHABLE_MS = 5_000;
const SESSION_END_MS = 200;
/** How long to find out whether we are the last user; a stopping server has little time. */
const LAST_USER_MS = { server: 500, cli: 5_000 };

class InUseError extends StartupError {}

export async function openCluster(options: Options): Promise<Cluster> {
  const { log, signal, role, onLost } = options;
  const home = await prepareHome(options.dataDir, signal);
  const first = await open(home, options).catch((error) => {
    throw explain(error, options.dataDir);
  });
  let isClosing = false;
  let session = Promise.resolve(first);
  watch(first);

  /** If the cluster ends while we use it, it is started or joined again. */
  function watch({ client }: Session) {
    client.once('end', () => {
      if (isClosing || signal?.aborted) return;
      session = rejoin();
      session.catch((error) => log.debug({ err: error }, 'gave up on postgres'));
    });
  }

  async function rejoin(): Promise<Session> {
    for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
      log.warn('postgres has stopped, restarting it');
      try {
        const rejoined = await join(home, options);
        log.info('postgres is back');
        watch(rejoined);
        return rejoined;
      } catch (error) {
        if (error instanceof InUseError) onLost?.(error);
        if (isClosing || error instanceof InUseError) throw error;
        log.error({ err: error }, 'postgres could not be started');
        await sleep(pause, undefined, { signal });
      }
    }
  }

  return {
    connection: connectionTo(home, DATABASE),
    home,
    async close() {
      isClosing = true;
      // A session that is still being opened would count as another user.
      const last = await session.catch(() => undefined);
      await releaseCluster(home, last, role);
    },
  };
}

async function open(home: Home, options: Options): Promise<Session> {
  const session = await join(home, options);
  try {
    await createDatabase(session.client);
    return session;
  } catch (error) {
    await releaseCluster(home, session, options.role);
    throw error;
  }
}

/** Connects to the cluster, starting it if needed, and takes the locks. */
async function join(home: Home, options: Options): Promise<Session> {
  for (;;) {
    options.signal?.throwIfAborted();
    const started = (await isUp(home)) ? undefined : startPostmaster(home);
    const client = await connectWhenUp(home, started, options).catch(async (error) => {
      // Aborted while it did not respond. Nobody else can be connected to what we started.
      if (started) await stopPostmaster(started);
      else await releaseCluster(home, undefined, options.role);
      throw error;
    });
    if (!client) {
      if (started && !wasPreempted(started.log()) && !(await isUp(home))) throw new Error(started.log());
      await sleep(20);
      continue;
    }
    const session = { client, postmaster: findPostmaster(home) ?? started };
    try {
      await client.query(statement`SELECT pg_advisory_lock_shared(${USERS_LOCK})`);
      if (options.role === 'server') await claimServer(client, options.dataDir);
      return session;
    } catch (error) {
      if (error instanceof InUseError) {
        await releaseCluster(home, session, options.role);
        throw error;
      }
      // The last user was just stopping the cluster: start over.
      await client.end().catch(() => undefined);
      await sleep(20);
    }
  }
}

/** Not a failure: another was started at the same time, or others used this one and stopped it before we connected. */
function wasPreempted(log: string) {
  return /lock file .* already exists|received \w+ shutdown request/.test(log);
}

/** Whether a postgres runs on the data: it listens, or is starting or stopping. */
async function isUp(home: Home) {
  return (await isListening(home)) || findPostmaster(home) !== undefined;
}

/** Undefined if the postmaster ended: it failed, lost a race, or was stopped. Waits as long as recovery takes. */
async function connectWhenUp(home: Home, started: Postmaster | undefined, { role, log, signal }: Options) {
  const since = performance.now();
  for (let pause = 5; ; pause = Math.min(pause * 1.5, 1_000)) {
    const client = newClient(home, role, CONNECT_MS);
    try {
      await client.connect();
      return client;
    } catch (error) {
      signal?.throwIfAborted();
      const postmaster = started ?? findPostmaster(home);
      if (!postmaster?.isAlive() && !(await isListening(home))) return undefined;
      const waited = performance.now() - since;
      if (waited > 1_000) log.info({ seconds: Math.round(waited / 1_000), err: error }, 'waiting for postgres');
      const isLost = role === 'server' && waited > UNREACHABLE_MS && reportsReady(home) && !(await isListening(home));
      // Its socket is elsewhere: another release started it, or /tmp was cleaned.
      if (isLost && postmaster) await stopPostmaster(postmaster);
      await sleep(pause, undefined, { signal });
    }
  }
}

async function claimServer(client: Client, dataDir: string) {
  const { rows } = await client.query(statement`SELECT pg_try_advisory_lock(${SERVER_LOCK}) AS mine`);
  if (rows[0].mine) return;
  const holder = await client.query(statement`
    SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND objid = ${SERVER_LOCK} AND granted`);
  const owner = holder.rows[0]?.application_name.replace(/^parley server /, 'process ') ?? 'just stopping';
  throw new InUseError(
    `Another Parley server (${owner}) already runs on ${dataDir}. Stop it first, or set another DATA_DIR and PORT.`,
  );
}

async function createDatabase(client: Client) {
  const { rowCount } = await client.query(statement`SELECT FROM pg_database WHERE datname = ${DATABASE}`);
  if (rowCount) return;
  await client.query(`CREATE DATABASE ${DATABASE}`).catch((error) => {
    // Another process created it meanwhile.
    if (![DUPLICATE_DATABASE, UNIQUE_VIOLATION].includes(error.code)) throw error;
  });
}

/** Ends our session and its locks. If the users lock is then free, we were the last, and stop the cluster. */
async function releaseCluster(home: Home, session: Session | undefined, role: Options['role']) {
  if (session) await withTimeout(session.client.end(), SESSION_END_MS).catch(() => undefined);
  const known = session?.postmaster;
  const postmaster = known?.isAlive() ? known : findPostmaster(home);
  if (!postmaster) return;
  // Kept open until the end, so that nobody connects to a cluster that is about to stop.
  const client = newClient(home, 'leaving', LAST_USER_MS[role]);
  // The server stops a cluster that does not respond; a command leaves that to the server.
  const isAlone = await withTimeout(
    isLastUser(client).catch(() => undefined),
    LAST_USER_MS[role],
  );
  if (isAlone ?? role === 'server') {
    await stopPostmaster(postmaster);
    removeSocketDir(home);
  }
  await withTimeout(client.end(), SESSION_END_MS).catch(() => undefined);
}

async function isLastUser(client: Client): Promise<boolean> {
  await client.connect();
  const { rows } = await client.query(statement`SELECT pg_try_advisory_lock(${USERS_LOCK}) AS alone`);
  return rows[0].alone;
}

function newClient(home: Home, purpose: string, connectionTimeoutMillis: number) {
  const client = new Client({
    ...connectionTo(home, 'postgres'),
    application_name: `parley ${purpose} ${process.pid}`,
    connectionTimeoutMillis,
  });
  return client.on('error', () => undefined);
}
