import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/infra/log.ts';
import { prepareDatabase } from '../src/infra/postgres/prepare.ts';
import { openPlatform } from '../src/platform.ts';
import { query } from './query.ts';
import { createScratchCluster } from './scratch-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's cluster, without a database. */
    postgres: string;
    /** A DATA_DIR that a server has used and left in order. */
    usedDataDir: string;
  }
}

export const TEMPLATE = 'parley_template';

/** One cluster per run with one migrated template, which every test file clones, and one used DATA_DIR to copy. */
export async function setup(project: TestProject) {
  const log = createLog('silent');
  const cluster = await createScratchCluster();
  await query(cluster.url('postgres'), `CREATE DATABASE ${TEMPLATE}`);
  await prepareDatabase({ connectionString: cluster.url(TEMPLATE) }, log);
  project.provide('postgres', cluster.url(''));

  const used = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-used-'));
  fs.chmodSync(used, 0o755);
  const platform = await openPlatform({ config: readConfig({ DATA_DIR: used }), log, role: 'server' });
  await platform.prepare();
  await platform.close();
  project.provide('usedDataDir', used);

  return async () => {
    await cluster.remove();
    fs.rmSync(used, { recursive: true });
  };
}
