import { agentLive, events } from '@parley/contract';
import type { Write } from '../../../../kernel/data/context.ts';
import { defineJob, inBatches } from '../../../../kernel/jobs/jobs.ts';
import { inboxOf } from '../../../../kernel/live/rooms.ts';
import { activityAt } from '../store.ts';

const BATCH = 5_000;

/**
 * A chat expires seven minutes after its last message; until then it is active, whatever state was set. After a day of
 * silence it leaves the sweep until the next message.
 */
const SWEEP = `
  WITH due AS MATERIALIZED (
    SELECT widget_id, chat_id, next, state <> next AS moves, is_recent
    FROM chat_heads, LATERAL (
      SELECT CASE WHEN last_message_at <= $1::timestamptz - interval '7 minutes' THEN 'expired' ELSE 'active' END AS next,
        last_message_at > $1::timestamptz - interval '1 day' AS is_recent
    ) AS decided
    WHERE is_live AND (state <> next OR NOT is_recent)
    LIMIT $3 FOR UPDATE OF chat_heads SKIP LOCKED
  ),
  swept AS (
    UPDATE chat_heads h SET
      state = next,
      is_live = is_recent,
      closed_at = CASE WHEN NOT moves THEN closed_at WHEN next = 'expired' THEN $1::timestamptz END,
      close_reason = CASE WHEN NOT moves THEN close_reason WHEN next = 'expired' THEN 'inactivity' END,
      version = version + moves::int,
      changed_in = CASE WHEN moves THEN pg_current_xact_id() ELSE changed_in END,
      updated_at = CASE WHEN moves THEN greatest(updated_at, $1) ELSE updated_at END,
      activity = CASE WHEN moves THEN greatest(activity, $2) ELSE activity END
    FROM due WHERE h.widget_id = due.widget_id AND h.chat_id = due.chat_id
    RETURNING h.widget_id, h.chat_id, h.version, moves, moves AND next = 'expired' AS is_closed
  )
  SELECT swept.widget_id, swept.chat_id, swept.version, swept.moves, swept.is_closed, c.contact_id AS client_id, c.agent_id, w.account_id, w.button_guid
  FROM swept JOIN chats c ON c.widget_id = swept.widget_id AND c.id = swept.chat_id
  JOIN widgets w ON w.id = swept.widget_id`;

interface Swept {
  widget_id: number;
  account_id: number;
  button_guid: string;
  chat_id: number;
  client_id: number;
  agent_id: number | null;
  version: number;
  moves: boolean;
  is_closed: boolean;
}

export const sweepChats = defineJob({
  name: 'chats.sweep',
  attempts: 3,
  timeoutMs: 240_000,
  every: '*/5 * * * *',
  run: (work) => inBatches(work, BATCH, sweepSome),
});

async function sweepSome({ sql, now, emit, publish }: Write) {
  const swept = await sql<Swept>({ text: SWEEP, values: [now.toString(), activityAt(now), BATCH] });
  for (const { chat_id, client_id, agent_id, is_closed, ...widget } of swept) {
    if (!is_closed) continue;
    const tenant = { widgetId: widget.widget_id, accountId: widget.account_id, buttonGuid: widget.button_guid };
    const agent = agent_id === null ? {} : { agent_id };
    emit(events.chatClosed, { chat_id, client_id, ...agent, reason: 'inactivity' }, tenant);
  }
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
