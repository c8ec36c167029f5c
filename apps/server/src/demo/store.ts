import type { Write } from '../kernel/data/context.ts';

/** Held until the commit, so that servers that start together create one demo owner. */
export async function lockDemo({ sql }: Write) {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('demo', 0))`;
}
