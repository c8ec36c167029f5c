// PostgreSQL and Redis of a trial, in processes and directories removed with it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createScratchCluster, freePort } from '../../apps/server/test/scratch-cluster.ts';
import { until } from './until.ts';

const FETCHED = fileURLToPath(new URL('../../node_modules/.cache/redis', import.meta.url));
const START_MS = 30_000;

/** A directory removed with everything else. */
export function createDirectory(stack: AsyncDisposableStack) {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'parley-loss-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  return directory;
}

/** URL of an empty database. */
export async function startPostgres(stack: AsyncDisposableStack) {
  const cluster = await createScratchCluster();
  stack.defer(cluster.remove);
  return cluster.url('postgres');
}

export interface Redis {
  url: string;
  /** Kills it, as a crash does; its data is lost. */
  crash: () => Promise<void>;
  start: () => Promise<void>;
}

export async function startRedis(stack: AsyncDisposableStack): Promise<Redis> {
  const program = findRedis();
  const port = await freePort();
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  let child: ChildProcess | undefined;
  const redis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      if (stack.disposed) throw new Error('It is over');
      child = spawn(program, args, { cwd: os.tmpdir(), stdio: 'ignore' });
      await until('Redis answers', START_MS, () => isListening(port));
    },
    crash: async () => kill(child),
  };
  stack.defer(redis.crash);
  await redis.start();
  return redis;
}

/** REDIS_SERVER, an installed one, or the one fetched by the tests. */
function findRedis() {
  const { REDIS_SERVER, PATH = '' } = process.env;
  const places = [...PATH.split(':'), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', FETCHED];
  const found = places.flatMap((place) => ['redis-server', 'valkey-server'].map((name) => path.join(place, name)));
  const program = REDIS_SERVER ?? found.find(existsSync);
  if (!program) throw new Error('There is no redis-server: "node scripts/prepare-tests.ts" gets one.');
  return program;
}

export async function kill(child: ChildProcess | undefined) {
  if (!child || hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function isListening(port: number) {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
