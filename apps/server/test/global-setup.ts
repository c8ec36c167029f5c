import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepareDirectory } from './prepared-directory.ts';
import { createScratchCluster } from './scratch-cluster.ts';

async function refuseUntested(seen: Set<string>) {
  const { routes } = await import('../src/modules.ts');
  const names = routes.map(({ route }) => `${route.method} ${route.path}`);
  const untested = names.filter((name) => !seen.has(name));
  if (!untested.length) return;
  process.exitCode = 1;
  throw new Error(`No test saw these routes work: ${untested.join(', ')}`);
}

async function refuseUnchecked(checked: Set<string>) {
  const { listStatements } = await import('./statements.ts');
  const unchecked = [...listStatements()].filter(([key]) => !checked.has(key)).map(([, place]) => place);
  if (!unchecked.length) return;
  process.exitCode = 1;
  throw new Error(`No test ran these statements: ${unchecked.join(', ')}`);
}

// Loaded lazily, since the server takes seconds to load.
const makeTemplate = async () => (await import('./template.ts')).makeTemplate();
const makeUsedDataDir = async () => (await import('./template.ts')).makeUsedDataDir();

/** One cluster per run with a migrated template to clone, and one used DATA_DIR to copy. */
export async function setup(project: TestProject) {
  const cluster = await createScratchCluster(await prepareDirectory('cluster', makeTemplate));
  project.provide('postgres', cluster.socketUrl(''));
  project.provide('postgresOverTcp', cluster.url(''));
  project.provide('usedDataDir', await prepareDirectory('data-dir', makeUsedDataDir));

  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-tests-'));
  project.provide('scratch', scratch);
  const [called, checked] = [path.join(scratch, 'called-routes'), path.join(scratch, 'checked-statements')];
  for (const file of [called, checked]) fs.writeFileSync(file, '');
  project.provide('calledRoutes', called);
  project.provide('checkedStatements', checked);

  return async () => {
    await cluster.remove();
    const [routes, statements] = [called, checked].map((file) => new Set(fs.readFileSync(file, 'utf8').split('\n')));
    fs.rmSync(scratch, { recursive: true });
    const isWhole = process.argv.slice(2).every((word) => word === 'run') && !project.config.watch;
    if (!isWhole) return;
    await refuseUntested(routes as Set<string>);
    await refuseUnchecked(statements as Set<string>);
  };
}
