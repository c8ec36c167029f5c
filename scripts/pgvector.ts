// npm run test:pgvector: the retrieval suite on Debian 13's PostgreSQL with pgvector. The first run needs mmdebstrap, root and two
// minutes to unpack 540 MB in a directory outside of the clone, PGVECTOR_ROOT or the cache of this user.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pgvectorRoot } from './testing/pgvector-root.ts';

const root = pgvectorRoot;
const bin = path.join(root, 'usr/lib/postgresql/17/bin');

if (!existsSync(path.join(bin, 'postgres'))) unpack();
const files = process.argv.length > 2 ? process.argv.slice(2) : ['apps/server/src/modules/kb/search', 'test/pgvector'];
const { status } = spawnSync('npm', ['exec', '--', 'vitest', 'run', ...files], {
  stdio: 'inherit',
  env: { ...process.env, TEST_POSTGRES_BIN: placePrograms(), TEST_PGVECTOR: '1' },
});
process.exitCode = status ?? 1;

function unpack() {
  const draft = `${root}-draft`;
  mkdirSync(path.dirname(root), { recursive: true });
  const args = ['--variant=apt', '--include=postgresql-17-pgvector', 'trixie', draft];
  const { status, error } = spawnSync('mmdebstrap', args, { stdio: 'inherit' });
  if (status !== 0)
    throw new Error('mmdebstrap failed. Install it (apt-get install mmdebstrap), and run this as root.', {
      cause: error,
    });
  // Entered by the account that PostgreSQL runs as.
  chmodSync(draft, 0o755);
  renameSync(draft, root);
}

/** Starts programs of the root with its own libraries, which may be newer than those of this machine. */
function placePrograms() {
  const directory = path.join(root, 'programs');
  mkdirSync(directory, { recursive: true });
  const loader = `${root}/lib64/ld-linux-x86-64.so.2 --library-path ${root}/usr/lib/x86_64-linux-gnu`;
  const place = (name: string, argv0: string, more = '') => {
    const file = path.join(directory, name);
    writeFileSync(file, `#!/bin/sh\nexec ${loader} --argv0 ${argv0} ${bin}/${name} "$@" ${more}\n`);
    chmodSync(file, 0o755);
  };
  place('postgres', `${bin}/postgres`);
  // It looks for postgres beside itself.
  place('initdb', path.join(directory, 'initdb'), `-L ${root}/usr/share/postgresql/17`);
  return directory;
}
