import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { prepareJobs } from '../jobs/worker.ts';
import { describeError, type Log } from '../log.ts';
import { StartupError } from '../startup-error.ts';
import { migrate } from './migrate.ts';
import { isUnavailable } from './unavailable.ts';
import { verifyLetters, verifyServer, verifySessions } from './verify.ts';

/** Nodes that start together take turns here, so that each migration runs once. */
const PREPARE_LOCK = 7_238_003;
const LONGEST_PAUSE_MS = 5_000;
const LONGEST_QUERY_MS = 600_000;

/** Tries again, with growing pauses, for as long as the database is away. What waiting does not mend becomes a sentence. */
export async function whileAway(
  { log, signal }: { log: Log; signal?: AbortSignal },
  attempt: () => Promise<void>,
): Promise<void> {
  signal?.throwIfAborted();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  for (let pause = 250; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      // A wait inside the database, for another node's migration say, can't be called off: it is left behind.
      return await Promise.race([attempt(), aborted]);
    } catch (error) {
      if (!isUnavailable(error)) throw refusal(error);
      log.warn({ reason: describeError(error).message, retry_in_ms: pause }, 'waiting for the database');
      await sleep(pause * (0.75 + Math.random() / 2), undefined, { signal });
    }
  }
}

/** Refuses a database that would not work, and brings the tables of one that does up to date. */
export async function prepareDatabase(connection: ClientConfig, log: Log) {
  const client = new Client({
    ...connection,
    application_name: `parley start ${process.pid}`,
    connectionTimeoutMillis: 3_000,
    query_timeout: LONGEST_QUERY_MS,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await verifyServer(client);
    await verifySessions(client, connection);
    await client.query('SELECT pg_advisory_lock($1)', [PREPARE_LOCK]);
    await verifyLetters(client);
    await migrate(client, log);
    await prepareJobs(connection, log);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What the database answers to mistakes in DATABASE_URL, by SQLSTATE or by the driver's words. */
const ADVICE: [RegExp, string][] = [
  [/^(28P01|28000)$|client password must be a string/i, 'Check the user and password in DATABASE_URL.'],
  [
    /^3D000$/,
    "The database in DATABASE_URL does not exist. Create it: CREATE DATABASE parley TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'.",
  ],
  [/^42501$/, 'The user in DATABASE_URL may not create tables. Make it the owner of the database.'],
  [/ssl|tls|certificate/i, 'Check sslmode and the certificates in DATABASE_URL.'],
];

function refusal(error: unknown) {
  if (error instanceof StartupError) return error;
  const said = [error, (error as Error).cause].filter((each) => each instanceof Error);
  const found = ADVICE.find(([pattern]) =>
    said.some((each) => pattern.test(`${(each as NodeJS.ErrnoException).code}`) || pattern.test(each.message)),
  );
  if (!found) return error;
  return new StartupError(`The database cannot be used: ${said.at(-1)?.message}. ${found[1]}`, { cause: error });
}
