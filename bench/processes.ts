import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const file = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export interface Running {
  url: string;
  pid: number;
  /** From the start of the process until it reports ready. */
  startMs: number;
  residentMb: () => number;
  /** Stops it gracefully and returns how long that took. */
  stop: () => Promise<number>;
}

export const startServer = (dataDir: string, env: Record<string, string> = {}) =>
  start('../apps/server/src/main.ts', { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ...env });
export const startFloor = (dataDir: string, widget = 0, env: Record<string, string> = {}) =>
  start('./floor.ts', { PGHOST: path.join(dataDir, 'postgres'), WIDGET: String(widget), ...env });

export const startReceiver = () => start('./webhook-receiver.ts', {});
export const startVendor = () => start('./ai-vendor.ts', {});
export const startSite = () => start('./kb-site.ts', {});

/** Runs a command and parses its JSON lines. */
function cli<T>(dataDir: string, ...args: string[]): T[] {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', file('../apps/server/runtime.js'), file('../apps/server/src/cli.ts'), ...args],
    { env: { PATH: process.env.PATH, DATA_DIR: dataDir }, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** A new widget and its agents. */
export function createTenant(dataDir: string) {
  const email = `${process.hrtime.bigint()}@example.test`;
  const args = ['account', 'create', '--email', email, '--name', 'Bench', '--api-enabled'];
  const [made] = cli<{ widget_id: number; agent_id: number }>(dataDir, ...args);
  return { widget: made?.widget_id ?? 0, agent: made?.agent_id ?? 0 };
}

/** The same, with an owner who can sign in. */
export function createOwner(dataDir: string, password: string) {
  const email = `${process.hrtime.bigint()}@example.test`;
  const args = ['account', 'create', '--email', email, '--name', 'Bench', '--password', password, '--api-enabled'];
  const [made] = cli<{ widget_id: number; agent_id: number }>(dataDir, ...args);
  return { email, widget: made?.widget_id ?? 0, agent: made?.agent_id ?? 0 };
}

/** Runs a scheduled job now. */
export function runJob(dataDir: string, name: string) {
  cli(dataDir, 'job', 'run', name);
}

const SCOPES =
  'contacts:read,contacts:write,chats:read,messages:read,messages:write,transcripts:read,webhooks:write,stats:read,ai:read,ai:write,ai:credentials:write,kb:read,kb:write,messengers:write,channels:register,channels:write,broadcasts:read,broadcasts:write';

/** As many tokens as a benchmark uses. */
export function mintTokens(dataDir: string, widget: number, count: number) {
  const args = ['token', 'create', '--widget', `${widget}`, '--scopes', SCOPES];
  return cli<{ token: string }>(dataDir, ...args, '--count', `${count}`).map(({ token }) => token);
}

async function start(script: string, env: Record<string, string>): Promise<Running> {
  const since = performance.now();
  const child = spawn(process.execPath, ['--import', file('../apps/server/runtime.js'), file(script)], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  ended.then(() => process.off('exit', kill));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      const found = /Open +(http\S+)/.exec(String(text));
      if (found?.[1]) resolve(found[1]);
    });
    ended.then(() => reject(new Error(`${script} ended before it was ready`)));
  });
  return {
    url,
    pid: child.pid as number,
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

/** From /proc if available: `ps` is not on every machine. */
function residentKb(pid: number | undefined) {
  const status = `/proc/${pid}/status`;
  if (existsSync(status)) return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]);
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' }).stdout);
}
