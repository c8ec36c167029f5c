import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { prepareHome } from '../src/infra/postgres/embedded/directory.ts';
import { startPostmaster } from '../src/infra/postgres/embedded/postmaster.ts';
import { connectionTo } from '../src/infra/postgres/embedded/socket.ts';
import { isAlive } from '../src/infra/postgres/embedded/system.ts';
import { inject } from './provided.ts';
import { query } from './query.ts';
import { until } from './until.ts';

const file = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** A server or command line in its own process, as npm starts it. */
export interface ServerProcess {
  pid: number;
  /** Its address, once it is ready. Throws if it exits instead. */
  ready: () => Promise<string>;
  /** Output so far. */
  output: () => { stdout: string; stderr: string };
  signal: (signal: NodeJS.Signals) => void;
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
  /** Stops it gracefully and waits for the end. */
  stop: () => Promise<{ code: number | null; stdout: string; stderr: string }>;
}

const SCRIPTS = {
  main: new URL('../src/main.ts', import.meta.url),
  cli: new URL('../src/cli.ts', import.meta.url),
  bare: new URL('./bare-server.ts', import.meta.url),
};

interface Options {
  /** `bare` is the server without its routes, for tests of data and signals. */
  script?: keyof typeof SCRIPTS;
  args?: string[];
  /** A program with arguments to start the server through. */
  through?: string[];
}

export function startServer(env: Record<string, string>, options?: Options): ServerProcess {
  const { kill, ...server } = openServer(env, options);
  onTestFinished(kill);
  return server;
}

/** A server for many tests; the caller kills it. */
export function openServer(
  env: Record<string, string>,
  { script = 'main', args = [], through = [] }: Options = {},
): ServerProcess & { kill: () => void } {
  const [program = '', ...rest] = [
    ...through,
    process.execPath,
    '--import',
    file('../runtime.js'),
    '--import',
    file('./network-guard.js'),
    fileURLToPath(SCRIPTS[script]),
    ...args,
  ];
  // Its own process group, so that a test can do what Ctrl-C does.
  const child = spawn(program, rest, {
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    cwd: os.tmpdir(),
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve)).then((code) => ({
    code,
    stdout,
    stderr,
  }));
  return {
    pid: child.pid ?? 0,
    kill: () => killGroup(child),
    ended,
    output: () => ({ stdout, stderr }),
    ready: () =>
      Promise.race([
        until(() => /Open +(http\S+)/.exec(stdout)?.[1] ?? false, 'the server is ready'),
        ended.then(({ code, stderr }): never => {
          throw new Error(`The server ended with ${code} instead of getting ready: ${stderr}`);
        }),
      ]),
    signal: (signal) => void process.kill(child.pid ?? 0, signal),
    async stop() {
      child.kill('SIGINT');
      return ended;
    },
  };
}

/**
 * An empty DATA_DIR that every user can traverse; any postgres left on it is killed when the test ends, and it is
 * removed.
 */
export function dataDirectory(...below: string[]) {
  const { directory, discard } = makeDataDirectory(...below);
  onTestFinished(discard);
  return directory;
}

/** A DATA_DIR that a server has used: starting on it is faster. */
export function usedDataDirectory() {
  const directory = dataDirectory();
  fillUsedDataDirectory(directory);
  return directory;
}

/** A DATA_DIR for many tests; the caller discards it. */
export function makeDataDirectory(...below: string[]) {
  const root = fs.mkdtempSync(path.join(scratchPlace(), 'parley-test-'));
  fs.chmodSync(root, 0o755);
  const directory = path.join(root, ...below);
  fs.mkdirSync(directory, { recursive: true });
  const discard = () => {
    const place = path.join(directory, 'postgres');
    const pid = postmasterPid(directory);
    if (pid) killQuietly(pid);
    if (fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) remove(fs.realpathSync(place));
    remove(root);
  };
  return { directory, discard };
}

/** Fills an empty DATA_DIR with a used one. */
export function fillUsedDataDirectory(directory: string) {
  const { status, stderr } = spawnSync('cp', ['-a', `${inject('usedDataDir')}/.`, directory], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

const MEMORY = '/dev/shm';
const ROOMY = 4 * 1024 ** 3;

/** In memory if there is plenty: a cluster is 50 MB in 1,600 files, and syncs them often. */
function scratchPlace() {
  if (!fs.existsSync(MEMORY)) return os.tmpdir();
  const { bavail, bsize } = fs.statfsSync(MEMORY);
  return bavail * bsize > ROOMY ? MEMORY : os.tmpdir();
}

/** Leaves a postgres running on a DATA_DIR whose server was killed. */
export async function leavePostgres(dataDir: string) {
  const home = await prepareHome(dataDir);
  const { pid } = startPostmaster(home);
  await until(() => query(connectionTo(home, 'postgres'), 'SELECT'), 'postgres answers');
  return pid;
}

/** One statement on a DATA_DIR's built-in postgres. */
export function queryEmbedded<T extends object>(dataDir: string, statement: string) {
  return query<T>(
    { host: path.join(fs.realpathSync(dataDir), 'postgres'), user: 'parley', database: 'parley' },
    statement,
  );
}

/** The pid of a DATA_DIR's built-in postgres, if any. */
export function postmasterPid(dataDir: string) {
  const pidFile = path.join(dataDir, 'postgres/postmaster.pid');
  if (!fs.existsSync(pidFile)) return undefined;
  const pid = Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]);
  return isRunning(pid) ? pid : undefined;
}

/** Zombies do not count. */
export function isRunning(pid: number) {
  const stat = `/proc/${pid}/stat`;
  if (fs.existsSync(stat)) return !fs.readFileSync(stat, 'utf8').includes(') Z ');
  return isAlive(pid);
}

/** Workers of a killed postgres may write for another moment. */
function remove(directory: string) {
  fs.rmSync(directory, { recursive: true, maxRetries: 10, retryDelay: 50 });
}

function killGroup(child: ChildProcess) {
  killQuietly(-(child.pid ?? 0));
}

function killQuietly(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
