import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chownToOwnerOf } from '../../ownership.ts';
import type { Home } from './home.ts';
import { makeSocketDir, SOCKET } from './socket.ts';
import { cleanEnvironment, isPostgresIn } from './system.ts';

/** The main process of a running cluster, started by us or left by an earlier server. */
export interface Postmaster {
  pid: number;
  isAlive: () => boolean;
}

interface StartedPostmaster extends Postmaster {
  /** Its output since the start. */
  log: () => string;
}

/** Little memory, safe on power loss, and no statements or values in the log. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  // Touched pages are never given back, so this is what stays after a busy day; the system caches the rest of the data.
  shared_buffers: '64MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // No processes and no request slots for reading ahead, which single rows never use.
  io_method: 'sync',
  io_max_concurrency: '8',
  max_logical_replication_workers: '0',
  wal_compression: 'on',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

const PID_FILE = 'postmaster.pid';
const LOG_LIMIT = 1024 ** 2;

/** The running postmaster of the data directory, if any. */
export function findPostmaster({ data, identity }: Home): Postmaster | undefined {
  const pid = Number(readLines(path.join(data, PID_FILE))[0]);
  const isAlive = () => isPostgresIn(pid, identity, data);
  return isAlive() ? { pid, isAlive } : undefined;
}

/** Whether it reports that it accepts connections. */
export function reportsReady({ data }: Home) {
  return readLines(path.join(data, PID_FILE))[7]?.trim() === 'ready';
}

/** Starts postgres in its own session, so that Ctrl-C reaches only the server, which then stops it cleanly. */
export function startPostmaster(home: Home): StartedPostmaster {
  makeSocketDir(home);
  disarmLocks(home);
  const log = openLog(home.logFile);
  const from = fs.fstatSync(log).size;
  // A comma-separated list, so the path is quoted.
  const settings = Object.entries({
    ...SETTINGS,
    unix_socket_directories: `"${home.socketDir.replaceAll('"', '""')}"`,
  });
  const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(home.binaries.postgres, ['-D', home.data, ...options], {
    ...home.account,
    cwd: '/',
    env: cleanEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
  });
  fs.closeSync(log);
  child.once('error', () => undefined).unref();
  return {
    pid: child.pid ?? 0,
    isAlive: () => isRunning(child),
    log: () => fs.readFileSync(home.logFile).subarray(from).toString().trim(),
  };
}

/** Tries a fast shutdown, then an immediate one, after which the next start recovers from the WAL. */
export async function stopPostmaster(postmaster: Postmaster) {
  const steps = [
    ['SIGINT', 1_500],
    ['SIGQUIT', 400],
    ['SIGKILL', 400],
  ] as const;
  for (const [signal, timeoutMs] of steps) {
    if (!postmaster.isAlive()) return;
    process.kill(postmaster.pid, signal);
    const deadline = performance.now() + timeoutMs;
    while (postmaster.isAlive() && performance.now() < deadline) await sleep(10);
  }
}

/**
 * After a crash of the machine or container, the pid in a lock file may belong to another program or a zombie, and postgres
 * would refuse to start. It ignores the pid of its parent, so ours is written instead; the rest of the file still guards
 * against orphaned workers.
 */
function disarmLocks({ data, socketDir, identity }: Home) {
  for (const file of [path.join(data, PID_FILE), path.join(socketDir, `${SOCKET}.lock`)]) {
    const [first, ...rest] = readLines(file);
    if (!first || isPostgresIn(Number(first), identity, data)) continue;
    fs.writeFileSync(file, [process.pid, ...rest].join('\n'));
  }
}

function readLines(file: string) {
  try {
    return fs.readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function isRunning(child: ChildProcess) {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

function openLog(file: string) {
  const isLong = (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT;
  const handle = fs.openSync(file, isLong ? 'w' : 'a', 0o600);
  chownToOwnerOf(path.dirname(file), handle);
  return handle;
}
