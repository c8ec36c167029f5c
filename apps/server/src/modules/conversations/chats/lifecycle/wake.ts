import { agentLive } from '@parley/contract';
import type { Write } from '../../../../kernel/data/context.ts';
import { defineJob, inBatches } from '../../../../kernel/jobs/jobs.ts';
import { inboxOf } from '../../../../kernel/live/rooms.ts';
import { recordWake } from '../log/record.ts';
import { toChat } from '../serialize.ts';
import { listByIds } from '../store.ts';
import { wake } from './store.ts';

const BATCH = 500;

/** Wakes chats whose snooze has ended. */
export const wakeChats = defineJob({
  name: 'chats.wake',
  attempts: 1,
  timeoutMs: 50_000,
  every: '* * * * *',
  run: (work) => inBatches(work, BATCH, wakeSome),
});

async function wakeSome(work: Write) {
  const { sql, publish, now } = work;
  const woken = await wake(work, BATCH);
  for (const [widgetId, rows] of Map.groupBy(woken, ({ widget_id }) => widget_id)) {
    const chats = await listByIds(
      { sql, widgetId },
      rows.map(({ chat_id }) => chat_id),
    );
    for (const chat of chats) {
      const log = [await recordWake({ ...work, widgetId }, chat.id)];
      publish(agentLive.events.chat, inboxOf(widgetId), { chat: toChat(chat, now), log });
    }
  }
  return woken.length;
}
