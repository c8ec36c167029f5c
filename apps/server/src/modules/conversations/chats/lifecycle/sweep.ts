import { agentLive, events } from '@parley/contract';
import type { Write } from '../../../../kernel/data/context.ts';
import { defineJob, inBatches } from '../../../../kernel/jobs/jobs.ts';
import { inboxOf } from '../../../../kernel/live/rooms.ts';
import { tell } from '../../../ai/external-operators/index.ts';
import { eventDataOf } from '../event-data.ts';
import { sweep } from './store.ts';

const BATCH = 5_000;

export const sweepChats = defineJob({
  name: 'chats.sweep',
  attempts: 3,
  timeoutMs: 240_000,
  every: '*/5 * * * *',
  run: (work) => inBatches(work, BATCH, sweepSome),
});

async function sweepSome(work: Write) {
  const { emit, publish } = work;
  const swept = await sweep(work, BATCH);
  for (const { agent_id, is_closed, is_done: done, ...chat } of swept) {
    const data = eventDataOf({ ...chat, id: chat.chat_id });
    if (!is_closed || !data) continue;
    const tenant = { widgetId: chat.widget_id, accountId: chat.account_id, buttonGuid: chat.button_guid };
    const agent = agent_id === null ? {} : { agent_id };
    emit(events.chatClosed, { ...data, ...agent, reason: 'inactivity', done }, tenant);
  }
  const closed = swept.flatMap(({ widget_id: widgetId, chat_id: chatId, ai_operator_id: operatorId, is_closed }) =>
    is_closed && operatorId !== null ? [{ widgetId, operatorId, chatId }] : [],
  );
  tell(work, 'closed', closed);
  const moved = Map.groupBy(
    swept.filter(({ moves }) => moves),
    ({ widget_id }) => widget_id,
  );
  for (const [widgetId, chats] of moved) {
    const heads = chats.map(({ chat_id: id, version }) => ({ id, version }));
    publish(agentLive.events.heads, inboxOf(widgetId), { heads });
  }
  return swept.length;
}
