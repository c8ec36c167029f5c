import path from 'node:path';
import type { ClientConfig } from 'pg';
import type { Config } from './config.ts';
import type { Log } from './infra/log.ts';
import { connectionsOnThisMachine, type Database, openDatabase } from './infra/postgres/database.ts';
import { type Cluster, openCluster } from './infra/postgres/embedded/index.ts';
import { prepareDatabase, retryWhileUnavailable } from './infra/postgres/prepare.ts';
import { unlockMasterKey } from './infra/secrets/master-key.ts';
import { createVault, type Vault } from './infra/secrets/vault.ts';
import type { StartupError } from './infra/startup-error.ts';
import { withTimeout } from './infra/timeout.ts';

interface Options {
  config: Config;
  log: Log;
  role: 'server' | 'cli';
  signal?: AbortSignal;
  onLost?: (error: StartupError) => void;
}

/** What the server and the command line both stand on: the database, ours or the one of DATABASE_URL, and its secrets. */
export interface Platform {
  cluster: Cluster | undefined;
  database: Database;
  connection: ClientConfig;
  /** Where our own master key lives; undefined with a database of somebody else's. */
  keyFile: string | undefined;
  /** What the master key opens; known once the platform is prepared. */
  vault: () => Vault;
  /** Waits for the database, verifies it, migrates it and checks the master key. */
  prepare: () => Promise<void>;
  close: () => Promise<void>;
}

const POOL_DRAIN_MS = 200;

export async function openPlatform({ config, log, role, signal, onLost }: Options): Promise<Platform> {
  const url = config.DATABASE_URL;
  const cluster = url ? undefined : await openCluster({ dataDir: config.DATA_DIR, role, log, signal, onLost });
  const connection: ClientConfig = cluster?.connection ?? { connectionString: url };
  const maxConnections = cluster && connectionsOnThisMachine();
  const database = openDatabase(connection, log, { maxConnections, batches: config.DATABASE_BATCHES });
  const keyFile = cluster && path.join(config.DATA_DIR, 'master.key');
  let vault: Vault | undefined;
  return {
    cluster,
    database,
    connection,
    keyFile,
    vault() {
      if (!vault) throw new Error('The platform is not prepared');
      return vault;
    },
    prepare: () =>
      retryWhileUnavailable({ log, signal }, async () => {
        await prepareDatabase(connection, log);
        vault = createVault(await unlockMasterKey(database, { configured: config.MASTER_KEY, keyFile }));
      }),
    async close() {
      await withTimeout(database.close(), POOL_DRAIN_MS);
      await cluster?.close();
    },
  };
}
