import type { TestApp } from './harness.ts';

/** Puts in very many rows, without what the database does for each of them: facts for statistics and foreign keys. */
export async function loadRows({ sql }: TestApp, ...statements: string[]) {
  await sql(['SET LOCAL session_replication_role = replica', ...statements].join(';'));
}
