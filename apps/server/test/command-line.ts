import { spawn } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished } from 'vitest';
import { dataDirectory } from './server-process.ts';

/** The master key of every app the harness starts, unless a test gives another. */
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

/** Settings of a process on a test's database. */
export function environmentOn(connection: string): Record<string, string> {
  return { DATA_DIR: dataDirectory(), DATABASE_URL: connection, MASTER_KEY };
}

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command and parses its output as JSON lines. */
export async function runCommand(env: Record<string, string>, ...args: string[]) {
  const { code, stdout, stderr } = await (await startCommand(env, ...args)).ended;
  const lines = stdout.split('\n').filter(Boolean);
  return { code, stdout, stderr, lines: lines.map((line): Record<string, unknown> => JSON.parse(line)) };
}

/** The worker's process for commands. Tests about processes start their own with `startServer`. */
let host: ReturnType<typeof startHost> | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Starts a command in that process, once the previous one has ended. */
export async function startCommand(env: Record<string, string>, ...args: string[]) {
  const before = last;
  const { promise, resolve } = Promise.withResolvers();
  last = promise;
  await before;
  host ??= startHost();
  const command = host.start({ args, env: { PATH: process.env.PATH, PORT: '0', ...env } });
  void command.ended.catch(() => undefined).then(resolve);
  onTestFinished(async () => void (await command.stop()));
  return command;
}

const RUNTIME = new URL('../runtime.js', import.meta.url);
const GUARD = new URL('./network-guard.js', import.meta.url);
const HOST = new URL('./command-host.ts', import.meta.url);

function startHost() {
  const args = ['--import', RUNTIME.href, '--import', GUARD.href, fileURLToPath(HOST)];
  const child = spawn(process.execPath, [...args, inject('checkedStatements')], { cwd: os.tmpdir() });
  const printed = { stdout: '', stderr: '' };
  let current = Promise.withResolvers<Ended>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text) => {
      printed[name] += text;
      const [stdout = '', code] = printed.stdout.split('\0');
      const [stderr = '', end] = printed.stderr.split('\0');
      if (code?.endsWith('\n') && end !== undefined) current.resolve({ code: Number(code), stdout, stderr });
    });
  }
  child.once('close', () => {
    host = undefined;
    current.reject(new Error(`The process for commands ended: ${printed.stderr}`));
  });

  function start(command: object) {
    Object.assign(printed, { stdout: '', stderr: '' });
    current = Promise.withResolvers<Ended>();
    const { promise: ended } = current;
    let isRunning = true;
    const done = () => {
      isRunning = false;
    };
    ended.then(done, done);
    child.stdin.write(`${JSON.stringify(command)}\n`);
    return {
      ended,
      /** Output so far. */
      output: () => ({ ...printed }),
      /** Does what Ctrl-C does, and waits for the end. */
      async stop() {
        if (isRunning) child.kill('SIGINT');
        return ended;
      },
    };
  }
  return { start };
}
