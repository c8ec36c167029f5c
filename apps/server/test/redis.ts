import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { freePort } from './scratch-cluster.ts';
import { until } from './until.ts';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/redis', import.meta.url));
const NAMES = ['redis-server', 'valkey-server'];
const OLDEST = 6;

/** A working Redis: REDIS_SERVER, an installed one, or the fetched one. */
function findRedis(cache = CACHE): string | undefined {
  const { REDIS_SERVER, PATH = '' } = process.env;
  if (REDIS_SERVER && !runs(REDIS_SERVER)) throw new Error(`REDIS_SERVER is ${REDIS_SERVER}, and that does not run.`);
  if (REDIS_SERVER) return REDIS_SERVER;
  const directories = [...PATH.split(':'), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', cache];
  return directories.flatMap((directory) => NAMES.map((name) => path.join(directory, name))).find(runs);
}

function runs(file: string) {
  if (!fs.existsSync(file)) return false;
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return Number(/ v=(\d+)\./.exec(stdout)?.[1] ?? 0) >= OLDEST;
}

/** Finds or installs Redis. */
export function ensureRedis(cache = CACHE): string {
  for (const get of [() => undefined, unpackWithApt, installWithApt]) {
    get(cache);
    const found = findRedis(cache);
    if (found) return found;
  }
  throw new Error(
    `The tests need Redis ${OLDEST} or newer, and no redis-server was found or fetched. Install it, or set REDIS_SERVER to it.`,
  );
}

/** Unpacks Debian's binary and libraries without installing: that needs no root and starts no service. */
function unpackWithApt(cache: string) {
  if (!fs.existsSync('/usr/bin/apt-get')) return;
  process.stdout.write('Fetching redis-server with apt-get for the tests …\n');
  fs.mkdirSync(path.join(cache, 'apt/lists/partial'), { recursive: true });
  const ours = ['-q', '-o', `Dir::State::lists=${cache}/apt/lists`, '-o', `Dir::Cache=${cache}/apt`];
  run(['apt-get', ...ours, 'update'], cache);
  const { stdout } = execute(['apt-cache', ...ours, 'depends', 'redis-server', 'redis-tools'], cache);
  const libraries = [...(stdout ?? '').matchAll(/Depends: ((?:lib|lua-)(?!c6\b)\S+)/g)].map(([, name = '']) => name);
  run(['apt-get', ...ours, 'download', ...new Set(['redis-server', 'redis-tools', ...libraries])], cache);
  const packages = fs.globSync('*.deb', { cwd: cache });
  for (const file of packages) run(['dpkg', '-x', file, '.'], cache);
  for (const done of ['apt', ...packages]) fs.rmSync(path.join(cache, done), { recursive: true });
  const lookIn = fs.globSync('{usr/lib,lib}/*-linux-*', { cwd: cache }).map((each) => path.join(cache, each));
  const program = path.join(cache, 'usr/bin/redis-server');
  const starter = `#!/bin/sh\nLD_LIBRARY_PATH='${lookIn.join(':')}' exec '${program}' "$@"\n`;
  fs.writeFileSync(path.join(cache, 'redis-server'), starter, { mode: 0o755 });
}

function installWithApt() {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  // An outdated one may be in use.
  if (fs.existsSync('/usr/bin/redis-server')) return;
  if (!fs.existsSync('/usr/bin/apt-get') || !run([...sudo, 'true'])) return;
  process.stdout.write('Installing redis-server with apt-get for the tests …\n');
  const apt = (...args: string[]) => run([...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args]);
  apt('update');
  apt('install', '-y', '--no-install-recommends', 'redis-server');
  // The tests start their own.
  run([...sudo, 'systemctl', 'disable', '--now', 'redis-server']);
}

function execute([program = '', ...args]: string[], cwd?: string) {
  return spawnSync(program, args, { cwd, encoding: 'utf8', timeout: 600_000 });
}

const run = (command: string[], cwd?: string) => execute(command, cwd).status === 0;

/** A test's Redis, without persistence. */
export interface TestRedis {
  url: string;
  /** Does nothing if it is running. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Kills it, as a crash does. */
  kill: () => Promise<void>;
  /** Keeps its connections open and responds to nothing. */
  pause: () => void;
  resume: () => void;
}

export async function startRedis(...settings: string[]): Promise<TestRedis> {
  const redis = await openRedis(...settings);
  onTestFinished(redis.end);
  return redis;
}

/** A Redis for many tests; the caller ends it. */
export async function openRedis(...settings: string[]): Promise<TestRedis & { end: () => Promise<void> }> {
  const program = findRedis();
  if (!program) throw new Error('There is no redis-server: "node scripts/prepare-tests.ts" gets one.');
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-redis-'));
  const port = await freePort();
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', '', '--appendonly', 'no'];
  let child: ChildProcess | undefined;

  const end = async (signal: NodeJS.Signals) => {
    if (!child || !isRunning(child)) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const redis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      if (child && isRunning(child)) return;
      child = spawn(program, [...place, ...settings], { stdio: 'ignore' });
      await until(() => answers(port), 'Redis answers');
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    end: async () => {
      await end('SIGKILL');
      fs.rmSync(directory, { recursive: true });
    },
  };
  await redis.start();
  return redis;
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

/** Any response will do: it may want a password. */
async function answers(port: number) {
  const socket = net.connect(port, '127.0.0.1');
  try {
    socket.write('PING\r\n');
    await once(socket, 'data', { signal: AbortSignal.timeout(1_000) });
  } finally {
    socket.destroy();
  }
}
