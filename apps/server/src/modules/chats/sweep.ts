import { events } from '@parley/contract';
import { defineJob } from '../../kernel/jobs.ts';
import { activityAt } from './store.ts';

const BATCH = 5_000;

/**
 * Decides by silence: seven minutes after its last message a chat is expired, before that it is active, whatever was
 * said in between. What is expired and stays so need not be looked at again until something is written.
 */
const SWEEP = `
  WITH due AS MATERIALIZED (
    SELECT widget_id, chat_id, state, last_message_at <= $1::timestamptz - interval '7 minutes' AS is_silent
    FROM chat_heads WHERE is_live
    AND (last_message_at <= $1::timestamptz - interval '7 minutes' OR state <> 'active')
    LIMIT $3 FOR UPDATE SKIP LOCKED
  ),
  moved AS (
    UPDATE chat_heads h SET
      state = CASE WHEN is_silent THEN 'expired' ELSE 'active' END,
      is_live = NOT is_silent,
      closed_at = CASE WHEN NOT is_silent THEN NULL WHEN h.state = 'expired' THEN h.closed_at ELSE $1 END,
      close_reason = CASE WHEN NOT is_silent THEN NULL WHEN h.state = 'expired' THEN h.close_reason ELSE 'inactivity' END,
      version = h.version + CASE WHEN is_silent AND h.state = 'expired' THEN 0 ELSE 1 END,
      updated_at = CASE WHEN is_silent AND h.state = 'expired' THEN h.updated_at ELSE $1 END,
      activity = CASE WHEN is_silent AND h.state = 'expired' THEN h.activity ELSE $2 END
    FROM due WHERE h.widget_id = due.widget_id AND h.chat_id = due.chat_id
    RETURNING h.widget_id, h.chat_id, due.is_silent AND due.state <> 'expired' AS is_closed
  )
  SELECT moved.widget_id, moved.chat_id, moved.is_closed, c.contact_id AS client_id, c.agent_id, w.account_id, w.button_guid
  FROM moved JOIN chats c ON c.widget_id = moved.widget_id AND c.id = moved.chat_id
  JOIN widgets w ON w.id = moved.widget_id`;

interface Moved {
  widget_id: number;
  account_id: number;
  button_guid: string;
  chat_id: number;
  client_id: number;
  agent_id: number | null;
  is_closed: boolean;
}

export const sweepChats = defineJob({
  name: 'chats.sweep',
  attempts: 3,
  timeoutMs: 240_000,
  every: '*/5 * * * *',
  run: async ({ unitOfWork, signal }) => {
    for (let count = BATCH; count === BATCH && !signal.aborted; ) {
      count = await unitOfWork.write({}, async ({ sql, now, emit }) => {
        const moved = await sql<Moved>({ text: SWEEP, values: [now.toString(), activityAt(now), BATCH] });
        for (const { chat_id, client_id, agent_id, is_closed, ...widget } of moved) {
          if (!is_closed) continue;
          const tenant = { widgetId: widget.widget_id, accountId: widget.account_id, buttonGuid: widget.button_guid };
          const agent = agent_id === null ? {} : { agent_id };
          emit(events.chatClosed, { chat_id, client_id, ...agent, reason: 'inactivity' }, tenant);
        }
        return moved.length;
      });
    }
  },
});
