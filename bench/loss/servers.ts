import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../apps/server/test/scratch-cluster.ts';
import { hasEnded, kill } from './place.ts';
import { isIn, until } from './until.ts';

const file = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const RUNTIME = file('../../apps/server/runtime.js');
const START_MS = 60_000;

export interface Setting {
  directory: string;
  /** Settings that all servers share. */
  env: Record<string, string>;
}

export interface Server {
  port: number;
  start: () => Promise<void>;
  kill: () => Promise<void>;
  /** Makes it die on its next commit of a message. False: there was none in time, and it was killed. */
  killAfterCommit: (limitMs: number) => Promise<boolean>;
  /** Its log, across all starts. */
  log: () => string;
}

/** A real server in its own process, which restarts at the same address. */
export async function createServer(stack: AsyncDisposableStack, { directory, env }: Setting): Promise<Server> {
  const port = await freePort();
  const logFile = path.join(directory, `server-${port}.log`);
  const own = { PORT: `${port}`, DATA_DIR: path.join(directory, `data-${port}`), LOG_LEVEL: 'error' };
  const args = ['--import', RUNTIME, '--import', file('./die-after-commit.ts'), file('../../apps/server/src/main.ts')];
  let child: ChildProcess | undefined;

  const server: Server = {
    port,
    async start() {
      if (stack.disposed) throw new Error('It is over');
      const log = openSync(logFile, 'a');
      const started = spawn(process.execPath, args, {
        cwd: directory,
        env: { PATH: process.env.PATH, ...env, ...own },
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      child = started;
      await until(`server ${port} is ready`, START_MS, () => {
        if (hasEnded(started)) throw new Error(`A server ended instead of getting ready: ${server.log()}`);
        return isReady(port);
      });
    },
    kill: () => kill(child),
    async killAfterCommit(limitMs) {
      const dying = child;
      dying?.kill('SIGUSR2');
      const isDead = await isIn(limitMs, () => !dying || hasEnded(dying));
      await kill(dying);
      return isDead && dying?.signalCode === 'SIGKILL';
    },
    log: () => readFileSync(logFile, 'utf8').slice(-4_000),
  };
  stack.defer(server.kill);
  return server;
}

async function isReady(port: number) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}

/** Runs a command and parses its JSON. */
export async function cli<T>({ directory, env }: Setting, ...args: string[]): Promise<T> {
  const script = ['--import', RUNTIME, file('../../apps/server/src/cli.ts'), ...args];
  const own = { PATH: process.env.PATH, DATA_DIR: path.join(directory, 'data-cli'), ...env };
  const { stdout } = await promisify(execFile)(process.execPath, script, { cwd: directory, env: own });
  return JSON.parse(stdout);
}
