import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/infra/log.ts';
import { prepareDatabase } from '../src/infra/postgres/prepare.ts';
import { routes } from '../src/modules.ts';
import { openPlatform } from '../src/platform.ts';
import { query } from './query.ts';
import { createScratchCluster } from './scratch-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's cluster, without a database. */
    postgres: string;
    /** A DATA_DIR that a server has used and left in order. */
    usedDataDir: string;
    /** File with a line for each route that a test saw working. */
    calledRoutes: string;
  }
}

export const TEMPLATE = 'parley_template';

function refuseUntested(seen: Set<string>) {
  const names = routes.map(({ route }) => `${route.method} ${route.path}`);
  const untested = names.filter((name) => !seen.has(name));
  if (!untested.length) return;
  process.exitCode = 1;
  throw new Error(`No test saw these routes work: ${untested.join(', ')}`);
}

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

  const called = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'parley-called-')), 'routes');
  fs.writeFileSync(called, '');
  project.provide('calledRoutes', called);

  return async () => {
    await cluster.remove();
    fs.rmSync(used, { recursive: true });
    const seen = new Set(fs.readFileSync(called, 'utf8').split('\n'));
    fs.rmSync(path.dirname(called), { recursive: true });
    const isWhole = process.argv.slice(2).every((word) => word === 'run') && !project.config.watch;
    if (isWhole) refuseUntested(seen);
  };
}
