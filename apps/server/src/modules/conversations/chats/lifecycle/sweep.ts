import { agentLive, events } from '@parley/contract';
import type { Write } from '../../../../kernel/data/context.ts';
import { defineJob, inBatches } from '../../../../kernel/jobs/jobs.ts';
import { inboxOf } from '../../../../kernel/live/rooms.ts';
import { tell } from '../../../ai/external-operators/index.ts';
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
  for (const { chat_id, client_id, agent_id, is_closed, ...widget } of swept) {
    // Internal chats, which have no contact, are never live.
    if (!is_closed || client_id === null) continue;
    const tenant = { widgetId: widget.widget_id, accountId: widget.account_id, buttonGuid: widget.button_guid };
    const agent = agent_id === null ? {} : { agent_id };
    emit(events.chatClosed, { chat_id, client_id, ...agent, reason: 'inactivity' }, tenant);
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
