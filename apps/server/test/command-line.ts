import { dataDirectory, startServer } from './server-process.ts';

/** The key of every app that the harness starts, unless a test gives another. */
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

/** The settings of a process on the database of a test. */
export function environmentOn(connection: string): Record<string, string> {
  return { DATA_DIR: dataDirectory(), DATABASE_URL: connection, MASTER_KEY };
}

/** Runs a command in a process of its own, and reads what it printed as the JSON lines it must be. */
export async function runCommand(env: Record<string, string>, ...args: string[]) {
  const { code, stdout, stderr } = await startServer(env, { script: 'cli', args }).ended;
  const lines = stdout.split('\n').filter(Boolean);
  return { code, stdout, stderr, lines: lines.map((line): Record<string, unknown> => JSON.parse(line)) };
}
