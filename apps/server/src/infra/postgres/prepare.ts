import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { prepareJobs } from '../jobs/worker.ts';
import { describeError, type Log } from '../log.ts';
import { StartupError } from '../startup-error.ts';
import { migrate } from './migrate.ts';
import { statement } from './sql.ts';
import { isUnavailable } from './unavailable.ts';
import { verifyCharacterType, verifyServer, verifySessions } from './verify.ts';

/** Held while migrating, so that nodes that start together run each migration once. */
const PREPARE_LOCK = 7_238_003;
const MAX_PAUSE_MS = 5_000;
const QUERY_TIMEOUT_MS = 600_000;

/** Retries with backoff while the database is unavailable. Other failures become errors that say what to do. */
export async function retryWhileUnavailable(
  { log, signal }: { log: Log; signal?: AbortSignal },
  attempt: () => Promise<void>,
): Promise<void> {
  signal?.throwIfAborted();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  for (let pause = 250; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      // A wait inside the database, such as for another node's migration, cannot be cancelled: it is abandoned.
      return await Promise.race([attempt(), aborted]);
    } catch (error) {
      if (!isUnavailable(error)) throw toStartupError(error);
      log.warn({ reason: describeError(error).message, retry_in_ms: pause }, 'waiting for the database');
      await sleep(pause * (0.75 + Math.random() / 2), undefined, { signal });
    }
  }
}

/** Verifies the database and migrates its tables. */
export async function prepareDatabase(connection: ClientConfig, log: Log) {
  const client = new Client({
    ...connection,
    application_name: `parley start ${process.pid}`,
    connectionTimeoutMillis: 3_000,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await verifyServer(client);
    await verifySessions(client, connection);
    await client.query(statement`SELECT pg_advisory_lock(${PREPARE_LOCK})`);
    await verifyCharacterType(client);
    await migrate(client, log);
    await prepareJobs(connection, log);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Advice for mistakes in DATABASE_URL, by SQLSTATE or by the message of the driver. */
const ADVICE: [RegExp, string][] = [
  [/^(28P01|28000)$|client password must be a string/i, 'Check the user and password in DATABASE_URL.'],
  [
    /^3D000$/,
    "The database in DATABASE_URL does not exist. Create it: CREATE DATABASE parley TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'.",
  ],
  [/^42501$/, 'The user in DATABASE_URL may not create tables. Make it the owner of the database.'],
  [/ssl|tls|certificate/i, 'Check sslmode and the certificates in DATABASE_URL.'],
];

function toStartupError(error: unknown) {
  if (error instanceof StartupError) return error;
  const errors = [error, (error as Error).cause].filter((each) => each instanceof Error);
  const found = ADVICE.find(([pattern]) =>
    errors.some((each) => pattern.test(`${(each as NodeJS.ErrnoException).code}`) || pattern.test(each.message)),
  );
  if (!found) return error;
  return new StartupError(`The database cannot be used: ${errors.at(-1)?.message}. ${found[1]}`, { cause: error });
}
