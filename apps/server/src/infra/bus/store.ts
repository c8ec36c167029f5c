import type { RunSql } from '../postgres/run-sql.ts';

export async function notifyAll(sql: RunSql, channel: string, pieces: string[]) {
  await sql.prepared`SELECT pg_notify(${channel}, piece) FROM unnest(${pieces}::text[]) AS piece`;
}
