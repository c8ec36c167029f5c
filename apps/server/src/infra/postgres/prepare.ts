import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { Log } from '../log.ts';
import { StartupError } from '../startup-error.ts';
import { migrate } from './migrate.ts';
import { isUnavailable } from './unavailable.ts';
import { verifyLetters, verifyServer, verifySessions } from './verify.ts';

/** Nodes that start together take turns here, so that each migration runs once. */
const PREPARE_LOCK = 7_238_003;
const LONGEST_PAUSE_MS = 5_000;

/** Waits until the database answers, refuses one that would not work, and brings its tables up to date. */
export async function prepareDatabase(connection: ClientConfig, log: Log, signal?: AbortSignal): Promise<void> {
  for (let pause = 250; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await prepareOnce(connection, log);
    } catch (error) {
      if (!isUnavailable(error)) throw refusal(error);
      log.warn({ reason: (error as Error).message, retry_in_ms: pause }, 'waiting for the database');
      await sleep(pause * (0.75 + Math.random() / 2), undefined, { signal });
    }
  }
}

async function prepareOnce(connection: ClientConfig, log: Log) {
  const client = new Client({
    ...connection,
    application_name: `parley start ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await verifyServer(client);
    await verifySessions(client, connection);
    await client.query('SELECT pg_advisory_lock($1)', [PREPARE_LOCK]);
    await verifyLetters(client);
    await migrate(client, log);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What waiting does not mend, as a sentence. */
function refusal(error: unknown) {
  const { code, message } = error as Error & { code?: string };
  if (code === '28P01' || code === '28000')
    return new StartupError(`The database refuses the user of DATABASE_URL: ${message}. Check its name and password.`);
  if (code === '3D000')
    return new StartupError(
      `DATABASE_URL names a database that isn't there: ${message}. Create it with: CREATE DATABASE … ENCODING 'UTF8'.`,
    );
  return error;
}
