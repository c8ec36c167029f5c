import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/infra/log.ts';
import { prepareDatabase } from '../src/infra/postgres/prepare.ts';
import { openPlatform } from '../src/platform.ts';
import { TEMPLATE } from './databases.ts';
import { query } from './query.ts';
import { createScratchCluster } from './scratch-cluster.ts';

/** Data of a cluster with a migrated database to clone. */
export async function makeTemplate() {
  const cluster = await createScratchCluster();
  await query(cluster.url('postgres'), `CREATE DATABASE ${TEMPLATE}`);
  await prepareDatabase({ connectionString: cluster.url(TEMPLATE) }, createLog('silent'));
  await cluster.stop();
  return { directory: cluster.data, discard: cluster.remove };
}

/** A DATA_DIR used by a server and cleanly shut down. */
export async function makeUsedDataDir() {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-used-'));
  fs.chmodSync(directory, 0o755);
  const config = readConfig({ DATA_DIR: directory });
  const platform = await openPlatform({ config, log: createLog('silent'), role: 'server' });
  await platform.prepare();
  await platform.close();
  return { directory, discard: () => fs.rmSync(directory, { recursive: true }) };
}
