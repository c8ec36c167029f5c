import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CACHE = path.join(ROOT, 'node_modules/.cache/tests');

/** Inputs of the prepared directories. */
const SOURCES = [
  'package-lock.json',
  'apps/server/migrations/**/*.{sql,json}',
  'apps/server/src/infra/{jobs,postgres,secrets}/**/*.ts',
  'apps/server/test/{databases,prepared-directory,scratch-cluster,template}.ts',
];

function fingerprint() {
  const hash = createHash('sha256').update(`${process.env.TEST_POSTGRES_BIN} ${process.version} ${process.getuid?.()}`);
  for (const file of fs.globSync(SOURCES, { cwd: ROOT, exclude: ['**/*.test.ts'] }).sort())
    hash.update(fs.readFileSync(path.join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}

const DAY_MS = 86_400_000;

/** Younger ones may be in use by another run. */
function removeStale(name: string) {
  for (const each of fs.globSync(`${name}-*`, { cwd: CACHE })) {
    const place = path.join(CACHE, each);
    if (Date.now() - fs.statSync(place).ctimeMs > DAY_MS) fs.rmSync(place, { recursive: true });
  }
}

interface Made {
  directory: string;
  discard: () => void | Promise<void>;
}

/** A directory that takes seconds to create, cached until its inputs change. */
export async function prepareDirectory(name: string, make: () => Promise<Made>) {
  const place = path.join(CACHE, `${name}-${fingerprint()}`);
  if (fs.existsSync(place)) return place;
  fs.mkdirSync(CACHE, { recursive: true });
  removeStale(name);
  const { directory, discard } = await make();
  const draft = fs.mkdtempSync(path.join(CACHE, 'draft-'));
  spawnSync('cp', ['-a', directory, path.join(draft, 'made')]);
  await discard();
  try {
    fs.renameSync(path.join(draft, 'made'), place);
  } catch (error) {
    // Another run was faster.
    if (!fs.existsSync(place)) throw error;
  }
  fs.rmSync(draft, { recursive: true });
  return place;
}
