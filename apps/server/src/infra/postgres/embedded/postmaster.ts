import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Home } from './directory.ts';
import { makeSocketDir, SOCKET } from './socket.ts';
import { cleanEnvironment, commandOf } from './system.ts';

/** The main process of a running cluster, ours or one that an earlier server left behind. */
export interface Postmaster {
  pid: number;
  isAlive: () => boolean;
  /** It has said that it takes connections. */
  isReady: () => boolean;
}

/** Small, safe on power loss, quiet about what people wrote: a failed statement and its values never reach a log. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
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

/** The postmaster of a data directory, or undefined when none runs. */
export function findPostmaster({ data }: Home): Postmaster | undefined {
  const pid = Number(readLines(path.join(data, PID_FILE))[0]);
  if (!isPostgres(pid, data)) return undefined;
  return { pid, isAlive: () => isPostgres(pid, data), isReady: () => saysReady(data) };
}

/**
 * After a crash of the machine or its container another program may wear the number in a lock file, or the dead postgres
 * still holds it because nobody collects the dead there; postgres would refuse to start. It passes over its parent's
 * number, and the rest of the file still guards against orphaned workers.
 */
function disarmLocks({ data, socketDir }: Home) {
  for (const file of [path.join(data, PID_FILE), path.join(socketDir, `${SOCKET}.lock`)]) {
    const [first, ...rest] = readLines(file);
    if (first && !isPostgres(Number(first), data)) fs.writeFileSync(file, [process.pid, ...rest].join('\n'));
  }
}

/** Starts postgres in a session of its own, so that Ctrl-C reaches only the server, which stops it in order. */
export function startPostmaster(home: Home): Postmaster & { log: () => string } {
  makeSocketDir(home);
  disarmLocks(home);
  const log = openLog(home.logFile);
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: home.socketDir });
  const child = spawn(
    home.binaries.postgres,
    ['-D', home.data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...home.account,
      cwd: '/',
      env: cleanEnvironment,
      detached: true,
      stdio: ['ignore', log, log],
    },
  );
  const from = fs.fstatSync(log).size;
  fs.closeSync(log);
  child.once('error', () => undefined).unref();
  return {
    pid: child.pid ?? 0,
    isAlive: () => isRunning(child),
    isReady: () => saysReady(home.data),
    log: () => fs.readFileSync(home.logFile).subarray(from).toString(),
  };
}

/** A fast stop is in order; one that takes too long becomes immediate, and the next start recovers from the WAL. */
export async function stopPostmaster(postmaster: Postmaster, graceMs: number) {
  const steps = [
    ['SIGINT', graceMs],
    ['SIGQUIT', 1_000],
    ['SIGKILL', 1_000],
  ] as const;
  for (const [signal, patienceMs] of steps) {
    if (!postmaster.isAlive()) return;
    process.kill(postmaster.pid, signal);
    const deadline = performance.now() + patienceMs;
    while (postmaster.isAlive() && performance.now() < deadline) await sleep(10);
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

function saysReady(data: string) {
  return readLines(path.join(data, PID_FILE))[7]?.trim() === 'ready';
}

function isRunning(child: ChildProcess) {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** The dead that nobody has collected have a number but no command. */
function isPostgres(pid: number, data: string) {
  const command = commandOf(pid);
  return command.includes('postgres') && command.includes(data);
}

function openLog(file: string) {
  const isLong = (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT;
  return fs.openSync(file, isLong ? 'w' : 'a', 0o600);
}
