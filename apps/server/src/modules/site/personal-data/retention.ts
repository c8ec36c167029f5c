import { agentLive } from '@parley/contract';
import type { Context, InWidget, Read } from '../../../kernel/data/context.ts';
import { activityAt } from '../../../kernel/data/moments.ts';
import { inboxOf } from '../../../kernel/live/rooms.ts';
import * as store from './store.ts';

const cutoffOf = (now: Temporal.Instant, days: number) => activityAt(now.subtract({ hours: 24 * days }));

/** How many chats the account would lose now. */
export async function countOldChats(ctx: Context<Read>, days: number) {
  return { chats: await store.countBefore(ctx, cutoffOf(ctx.now, days)) };
}

/** Deletes up to `limit` chats of a widget without activity for so many days. Returns how many there were. */
export async function removeBatch(work: InWidget, days: number, limit: number) {
  const ids = await store.lockBefore(work, cutoffOf(work.now, days), limit);
  if (!ids.length) return 0;
  await store.releaseFiles(work, ids);
  await store.removeDeliveries(work, ids);
  await store.detachRatings(work, ids);
  await store.remove(work, ids);
  work.publish(agentLive.events.gone, inboxOf(work.widgetId), { ids });
  return ids.length;
}
