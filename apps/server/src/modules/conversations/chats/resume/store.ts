import { boolean, json, text } from '../../../../infra/postgres/row-schema.ts';
import { param, raw } from '../../../../infra/postgres/sql.ts';
import type { Context, Read } from '../../../../kernel/data/context.ts';

const columns = {
  snapshot: text(),
  is_of_another_database: boolean(),
  heads: json<{ id: number; version: number }[]>(),
};

interface Since {
  snapshot: string;
  /** The earliest bucket to read. */
  activity: number;
  limit: number;
}

/**
 * The chats that changed since a snapshot, and the current one. Every transaction outside of the snapshot counts,
 * whenever it began. The index on `activity` has buckets of ten minutes, which bounds how long a transaction may take.
 * Without ORDER BY, a generic plan would read all chats.
 */
export async function findChanged(
  { sql, widgetId }: Pick<Context<Read>, 'sql' | 'widgetId'>,
  { snapshot, activity, limit }: Since,
) {
  const before = param(snapshot);
  const [found] = await sql.prepared(columns)`
    WITH changed AS (
      SELECT chat_id AS id, version FROM chat_heads
      WHERE widget_id = ${widgetId} AND activity >= ${activity}
      AND NOT pg_visible_in_snapshot(changed_in, ${before}::pg_snapshot)
      ORDER BY activity LIMIT ${raw(limit)}
    )
    SELECT pg_current_snapshot()::text AS snapshot,
      pg_snapshot_xmax(${before}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) AS is_of_another_database,
      coalesce((SELECT json_agg(changed) FROM changed), '[]') AS heads`;
  return found;
}
