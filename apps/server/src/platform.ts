import path from 'node:path';
import type { ClientConfig } from 'pg';
import type { Config } from './config.ts';
import type { Log } from './infra/log.ts';
import { type Database, openDatabase } from './infra/postgres/database.ts';
import { type Cluster, openCluster } from './infra/postgres/embedded/index.ts';
import { prepareDatabase, whileAway } from './infra/postgres/prepare.ts';
import { unlockMasterKey } from './infra/secrets/master-key.ts';
import type { StartupError } from './infra/startup-error.ts';
import { within } from './infra/within.ts';

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
  /** Waits for the database, verifies it, migrates it and checks the master key. */
  prepare: () => Promise<void>;
  close: () => Promise<void>;
}

const POOL_DRAIN_MS = 200;

export async function openPlatform({ config, log, role, signal, onLost }: Options): Promise<Platform> {
  const url = config.DATABASE_URL;
  const cluster = url ? undefined : await openCluster({ dataDir: config.DATA_DIR, role, log, signal, onLost });
  const connection: ClientConfig = cluster?.connection ?? { connectionString: url };
  const database = openDatabase(connection, log);
  return {
    cluster,
    database,
    prepare: () =>
      whileAway({ log, signal }, async () => {
        await prepareDatabase(connection, log);
        const keyFile = cluster && path.join(config.DATA_DIR, 'master.key');
        await unlockMasterKey(database, { given: config.MASTER_KEY, keyFile });
      }),
    async close() {
      await within(database.close(), POOL_DRAIN_MS);
      await cluster?.close();
    },
  };
}
