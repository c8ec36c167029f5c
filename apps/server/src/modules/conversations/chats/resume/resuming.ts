import type { Context, Read } from '../../../../kernel/data/context.ts';
import { withoutForeign } from '../internal/rooms.ts';
import { toChat } from '../reading.ts';
import { activityAt, listByIds } from '../store.ts';

const MOST_HEADS = 1_000;
const HOUR_MS = 3_600_000;

/**
 * Which chats changed since a cursor was given, by what was committed and not by when: a cursor is the snapshot that its
 * statement saw, and every transaction that was not in it is news. The index by activity keeps the look short; it is of
 * ten minutes, and so a transaction may take that long. Without the order a plan for any values would read all chats.
 */
export const CHANGED = `
  WITH changed AS (
    SELECT chat_id AS id, version FROM chat_heads
    WHERE widget_id = $1 AND activity >= $2 AND NOT pg_visible_in_snapshot(changed_in, $3::pg_snapshot)
    ORDER BY activity LIMIT ${MOST_HEADS + 1}
  )
  SELECT pg_current_snapshot()::text AS snapshot,
    pg_snapshot_xmax($3::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) AS is_of_another_database,
    coalesce((SELECT json_agg(changed) FROM changed), '[]') AS heads`;

interface Found {
  snapshot: string;
  is_of_another_database: boolean;
  heads: { id: number; version: number }[];
}

const NOTHING = '1:1:';

export async function listChanged(ctx: Context<Read>, given: string | undefined) {
  const [snapshot = NOTHING, since = 0] = (ctx.cursors.read(given) ?? []) as [string?, number?];
  const now = ctx.now.epochMilliseconds;
  const isFresh = given !== undefined && now - since < HOUR_MS;
  const earliest = Temporal.Instant.fromEpochMilliseconds(isFresh ? since : now);
  const [found] = await ctx.sql<Found>({
    name: 'chats.changed',
    text: CHANGED,
    values: [ctx.widgetId, isFresh ? activityAt(earliest) - 1 : activityAt(earliest) + 2, snapshot],
  });
  if (!found) throw new Error('PostgreSQL gave no snapshot');
  const isReset = !isFresh || found.is_of_another_database || found.heads.length > MOST_HEADS;
  return { cursor: ctx.cursors.write([found.snapshot, now]), reset: isReset, heads: isReset ? [] : found.heads };
}

/** Those that there are for whoever asks. */
export async function getMany(ctx: Context<Read>, ids: number[]) {
  return { chats: (await withoutForeign(ctx, await listByIds(ctx, ids))).map(toChat) };
}
