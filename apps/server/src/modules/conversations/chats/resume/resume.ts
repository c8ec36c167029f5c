import type { Context, Read } from '../../../../kernel/data/context.ts';
import { filterAccessible } from '../internal/access.ts';
import { toChat } from '../serialize.ts';
import { activityAt, listByIds } from '../store.ts';

const MAX_HEADS = 1_000;
const HOUR_MS = 3_600_000;

/**
 * The chats that changed since a cursor. A cursor is the snapshot its statement saw, so every transaction outside of it
 * counts, whenever it began. The index on `activity` has buckets of ten minutes, which bounds how long a transaction
 * may take. Without ORDER BY, a generic plan would read all chats.
 */
export const CHANGED = `
  WITH changed AS (
    SELECT chat_id AS id, version FROM chat_heads
    WHERE widget_id = $1 AND activity >= $2 AND NOT pg_visible_in_snapshot(changed_in, $3::pg_snapshot)
    ORDER BY activity LIMIT ${MAX_HEADS + 1}
  )
  SELECT pg_current_snapshot()::text AS snapshot,
    pg_snapshot_xmax($3::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) AS is_of_another_database,
    coalesce((SELECT json_agg(changed) FROM changed), '[]') AS heads`;

interface ChangedRow {
  snapshot: string;
  is_of_another_database: boolean;
  heads: { id: number; version: number }[];
}

const EMPTY_SNAPSHOT = '1:1:';

export async function listChanged(ctx: Context<Read>, cursor: string | undefined) {
  const [snapshot = EMPTY_SNAPSHOT, since = 0] = (ctx.cursors.read(cursor) ?? []) as [string?, number?];
  const now = ctx.now.epochMilliseconds;
  const isFresh = cursor !== undefined && now - since < HOUR_MS;
  const earliest = Temporal.Instant.fromEpochMilliseconds(isFresh ? since : now);
  const [found] = await ctx.sql<ChangedRow>({
    name: 'chats.changed',
    text: CHANGED,
    values: [ctx.widgetId, isFresh ? activityAt(earliest) - 1 : activityAt(earliest) + 2, snapshot],
  });
  if (!found) throw new Error('PostgreSQL returned no snapshot');
  const isReset = !isFresh || found.is_of_another_database || found.heads.length > MAX_HEADS;
  return { cursor: ctx.cursors.write([found.snapshot, now]), reset: isReset, heads: isReset ? [] : found.heads };
}

/** Skips chats that do not exist or that the caller may not see. */
export async function getMany(ctx: Context<Read>, ids: number[]) {
  return { chats: (await filterAccessible(ctx, await listByIds(ctx, ids))).map(toChat) };
}
