import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const file = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export interface Running {
  url: string;
  /** From the start of the process until it said that it is ready. */
  startMs: number;
  residentMb: () => number;
  /** Stops it in order and says how long that took. */
  stop: () => Promise<number>;
}

export const startServer = (dataDir: string) =>
  start('../apps/server/src/main.ts', { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' });
export const startFloor = (dataDir: string) => start('./floor.ts', { PGHOST: path.join(dataDir, 'postgres') });

/** An empty DATA_DIR that the account of postgres can enter, so that what is measured stays inside. */
export function temporaryDirectory() {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'parley-bench-'));
  chmodSync(directory, 0o755);
  return path.join(directory, 'data');
}

async function start(script: string, env: Record<string, string>): Promise<Running> {
  const since = performance.now();
  const child = spawn(process.execPath, ['--import', file('../apps/server/runtime.js'), file(script)], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      const found = /Open +(http\S+)/.exec(String(text));
      if (found?.[1]) resolve(found[1]);
    });
    ended.then(() => reject(new Error(`${script} ended before it was ready`)));
  });
  return {
    url,
    startMs: performance.now() - since,
    residentMb: () => residentKb(child.pid) / 1024,
    async stop() {
      const signalled = performance.now();
      child.kill('SIGINT');
      await ended;
      return performance.now() - signalled;
    },
  };
}

/** From /proc where there is one: `ps` is not on every machine. */
function residentKb(pid: number | undefined) {
  const status = `/proc/${pid}/status`;
  if (existsSync(status)) return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]);
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' }).stdout);
}
