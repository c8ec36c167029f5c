import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/infra/log.ts';
import { prepareDatabase } from '../src/infra/postgres/prepare.ts';
import { routes } from '../src/modules.ts';
import { openPlatform } from '../src/platform.ts';
import { prepareDirectory } from './prepared.ts';
import { query } from './query.ts';
import { createScratchCluster } from './scratch-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's cluster, without a database. */
    postgres: string;
    /** Directory for what tests write; it goes when the run ends. */
    scratch: string;
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

async function makeTemplate() {
  const cluster = await createScratchCluster();
  await query(cluster.url('postgres'), `CREATE DATABASE ${TEMPLATE}`);
  await prepareDatabase({ connectionString: cluster.url(TEMPLATE) }, createLog('silent'));
  await cluster.stop();
  return { directory: cluster.data, discard: cluster.remove };
}

async function makeUsedDataDir() {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-used-'));
  fs.chmodSync(directory, 0o755);
  const config = readConfig({ DATA_DIR: directory });
  const platform = await openPlatform({ config, log: createLog('silent'), role: 'server' });
  await platform.prepare();
  await platform.close();
  return { directory, discard: () => fs.rmSync(directory, { recursive: true }) };
}

/** One cluster per run with one migrated template, which databases are cloned from, and one used DATA_DIR to copy. */
export async function setup(project: TestProject) {
  const cluster = await createScratchCluster(await prepareDirectory('cluster', makeTemplate));
  project.provide('postgres', cluster.url(''));
  project.provide('usedDataDir', await prepareDirectory('data-dir', makeUsedDataDir));

  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-tests-'));
  project.provide('scratch', scratch);
  const called = path.join(scratch, 'called-routes');
  fs.writeFileSync(called, '');
  project.provide('calledRoutes', called);

  return async () => {
    await cluster.remove();
    const seen = new Set(fs.readFileSync(called, 'utf8').split('\n'));
    fs.rmSync(scratch, { recursive: true });
    const isWhole = process.argv.slice(2).every((word) => word === 'run') && !project.config.watch;
    if (isWhole) refuseUntested(seen);
  };
}
