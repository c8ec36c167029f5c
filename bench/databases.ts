// Databases for measurements: temporary, or cached across runs.
import { hash } from 'node:crypto';
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { Running } from './processes.ts';

const MIGRATIONS = fileURLToPath(new URL('../apps/server/migrations/', import.meta.url));

/** An empty DATA_DIR that the postgres user can enter. */
export function temporaryDirectory() {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'parley-bench-'));
  chmodSync(directory, 0o755);
  return path.join(directory, 'data');
}

/** Stops what ran on a temporary directory, in this order, and removes it. */
export async function discard(dataDir: string, ...running: Running[]) {
  for (const each of running) await each.stop();
  rmSync(path.dirname(dataDir), { recursive: true });
}

/** A DATA_DIR outside the clone, so that it outlives it; another one once a migration differs. */
export function keptDirectory(name: string) {
  const migrations = globSync('*.sql', { cwd: MIGRATIONS }).sort();
  const text = migrations.map((file) => readFileSync(path.join(MIGRATIONS, file), 'utf8')).join('');
  const directory = path.join(os.tmpdir(), `parley-bench-${name}-${hash('sha256', text).slice(0, 8)}`);
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  return path.join(directory, 'data');
}

/** A tenant with a million rows and one with a thousand: created by the first run, reused by later ones. */
export async function keptTenants<T>(dataDir: string, make: (count: number) => Promise<T>) {
  const file = path.join(path.dirname(dataDir), 'tenants.json');
  if (!existsSync(file)) {
    const made = { large: await make(1_000_000), small: await make(1_000) };
    writeFileSync(file, JSON.stringify(made));
  }
  const known: Record<'large' | 'small', T> = JSON.parse(readFileSync(file, 'utf8'));
  return known;
}

/** The database of a running server. */
export async function connect(dataDir: string) {
  const client = new Client({ host: path.join(dataDir, 'postgres'), user: 'parley', database: 'parley' });
  await client.connect();
  return client;
}
