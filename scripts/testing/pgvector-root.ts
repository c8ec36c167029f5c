import os from 'node:os';
import path from 'node:path';

const CACHE = process.getuid?.() === 0 ? '/var/cache' : path.join(os.homedir(), '.cache');

/** Debian 13 with PostgreSQL 17 and pgvector, outside of the clone. */
export const pgvectorRoot = process.env.PGVECTOR_ROOT ?? path.join(CACHE, 'parley/postgresql-17-pgvector');
