import type { TestApp } from './harness.ts';

/** Inserts many rows without triggers: no statistics facts and no foreign key checks. */
export async function loadRows({ sql }: TestApp, ...statements: string[]) {
  await sql(['SET LOCAL session_replication_role = replica', ...statements].join(';'));
}
