import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Client, type ClientConfig } from 'pg';
import { StartupError } from '../startup-error.ts';
import { isUnavailable } from './unavailable.ts';

const MIN_MAJOR = 15;
const NOTIFY_TIMEOUT_MS = 2_000;

/** Checks version and encoding. */
export async function verifyServer(client: Client) {
  const { rows } = await client.query(
    `SELECT current_setting('server_version_num')::int / 10000 AS major, current_setting('server_version') AS version, current_setting('server_encoding') AS encoding`,
  );
  const { major, version, encoding } = rows[0];
  if (major < MIN_MAJOR)
    throw new StartupError(
      `The database is PostgreSQL ${version}; Parley needs ${MIN_MAJOR} or newer. Upgrade it, or point DATABASE_URL at a newer one.`,
    );
  if (encoding !== 'UTF8') {
    throw new StartupError(
      `The database is encoded in ${encoding}; Parley needs UTF8. Create one with: CREATE DATABASE parley TEMPLATE template0 ENCODING 'UTF8'.`,
    );
  }
}

/** A pooler in transaction mode changes the session between statements, which loses locks and notifications. */
export async function verifySessions(client: Client, connection: ClientConfig) {
  const channel = `parley_probe_${randomBytes(8).toString('hex')}`;
  const other = new Client({ ...connection, connectionTimeoutMillis: 3_000 });
  other.on('error', () => undefined);
  await other.connect();
  try {
    await client.query(`LISTEN ${channel}`);
    const notified = once(client, 'notification', { signal: AbortSignal.timeout(NOTIFY_TIMEOUT_MS) });
    notified.catch(() => undefined);
    await other.query(`NOTIFY ${channel}`);
    await notified;
    await client.query(`UNLISTEN ${channel}`);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
    throw new StartupError(
      'The database is behind a pooler in transaction mode, which loses locks and notifications. Point DATABASE_URL at PostgreSQL itself, or set the pooler to session mode (PgBouncer: pool_mode = session).',
    );
  } finally {
    await other.end();
  }
}

/** Search uses trigrams, and with the C character type only ASCII has letters. */
export async function verifyCharacterType(client: Client) {
  const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'pg_trgm'");
  if (!rowCount) await createTrigrams(client);
  const { rows } = await client.query("SELECT cardinality(show_trgm('Привет')) AS trigrams");
  if (rows[0].trigrams === 0) {
    throw new StartupError(
      "The database does not recognise letters outside ASCII (show_trgm('Привет') is empty), so search would fail in most languages. Create one with a UTF-8 character type: CREATE DATABASE parley TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'.",
    );
  }
}

async function createTrigrams(client: Client) {
  await client.query('CREATE EXTENSION pg_trgm').catch((error) => {
    if (isUnavailable(error)) throw error;
    throw new StartupError(
      `The extension pg_trgm is missing and cannot be created: ${error.message}. Ask the database administrator to run: CREATE EXTENSION pg_trgm.`,
    );
  });
}
