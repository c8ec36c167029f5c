import type { Context, Read } from '../../../../kernel/data/context.ts';
import { activityAt } from '../../../../kernel/data/moments.ts';
import { filterAccessible } from '../internal/access.ts';
import { toChat } from '../serialize.ts';
import { listByIds } from '../store.ts';
import { findChanged } from './store.ts';

const MAX_HEADS = 1_000;
const HOUR_MS = 3_600_000;

const EMPTY_SNAPSHOT = '1:1:';

/** The chats that changed since a cursor, which is the snapshot its statement saw. */
export async function listChanged(ctx: Context<Read>, cursor: string | undefined) {
  const [snapshot = EMPTY_SNAPSHOT, since = 0] = (ctx.cursors.read(cursor) ?? []) as [string?, number?];
  const now = ctx.now.epochMilliseconds;
  const isFresh = cursor !== undefined && now - since < HOUR_MS;
  const earliest = Temporal.Instant.fromEpochMilliseconds(isFresh ? since : now);
  const activity = isFresh ? activityAt(earliest) - 1 : activityAt(earliest) + 2;
  const found = await findChanged(ctx, { snapshot, activity, limit: MAX_HEADS + 1 });
  if (!found) throw new Error('PostgreSQL returned no snapshot');
  const isReset = !isFresh || found.is_of_another_database || found.heads.length > MAX_HEADS;
  return { cursor: ctx.cursors.write([found.snapshot, now]), reset: isReset, heads: isReset ? [] : found.heads };
}

/** Skips chats that do not exist or that the caller may not see. */
export async function getMany(ctx: Context<Read>, ids: number[]) {
  const found = await filterAccessible(ctx, await listByIds(ctx, ids));
  return { chats: found.map((chat) => toChat(chat, ctx.now)) };
}
