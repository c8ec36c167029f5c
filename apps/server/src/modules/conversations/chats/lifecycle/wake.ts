import { agentLive } from '@parley/contract';
import type { Write } from '../../../../kernel/data/context.ts';
import { defineJob, inBatches } from '../../../../kernel/jobs/jobs.ts';
import { inboxOf } from '../../../../kernel/live/rooms.ts';
import { toChat } from '../serialize.ts';
import { activityAt, listByIds } from '../store.ts';

const BATCH = 500;

/** Locked chats are left for the next run. */
const WAKE = `
  WITH due AS MATERIALIZED (
    SELECT widget_id, chat_id FROM chat_heads WHERE snoozed_at IS NOT NULL AND snoozed_until <= $1
    LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE chat_heads h SET snoozed_at = NULL, snoozed_until = NULL, version = version + 1, changed_in = pg_current_xact_id(),
    updated_at = greatest(updated_at, $1), activity = greatest(activity, $2)
  FROM due WHERE h.widget_id = due.widget_id AND h.chat_id = due.chat_id
  RETURNING h.widget_id, h.chat_id`;

/** Wakes chats whose snooze has ended. */
export const wakeChats = defineJob({
  name: 'chats.wake',
  attempts: 1,
  timeoutMs: 50_000,
  every: '* * * * *',
  run: (work) => inBatches(work, BATCH, wakeSome),
});

async function wakeSome({ sql, now, publish }: Write) {
  const woken = await sql<{ widget_id: number; chat_id: number }>({
    text: WAKE,
    values: [now.toString(), activityAt(now), BATCH],
  });
  for (const [widgetId, rows] of Map.groupBy(woken, ({ widget_id }) => widget_id)) {
    const chats = await listByIds(
      { sql, widgetId },
      rows.map(({ chat_id }) => chat_id),
    );
    for (const chat of chats) publish(agentLive.events.chat, inboxOf(widgetId), { chat: toChat(chat) });
  }
  return woken.length;
}
