import type { TestProject } from 'vitest/node';
import { createLog } from '../src/infra/log.ts';
import { prepareDatabase } from '../src/infra/postgres/prepare.ts';
import { query } from './query.ts';
import { createScratchCluster } from './scratch-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's cluster, without a database. */
    postgres: string;
  }
}

export const TEMPLATE = 'parley_template';

/** One cluster a run with one migrated template, which every test file clones. */
export async function setup(project: TestProject) {
  const cluster = await createScratchCluster();
  await query(cluster.url('postgres'), `CREATE DATABASE ${TEMPLATE}`);
  await prepareDatabase({ connectionString: cluster.url(TEMPLATE) }, createLog('silent'));
  project.provide('postgres', cluster.url(''));
  return cluster.remove;
}
