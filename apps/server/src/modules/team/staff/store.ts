import type { AgentEventType } from '@parley/contract';
import { integer, nullable } from '../../../infra/postgres/row-schema.ts';
import type { Context, Read } from '../../../kernel/data/context.ts';
import * as agents from '../../account/agents/index.ts';
import { agentEvents } from '../../account/agents/tables.ts';

/** Done to an agent, not by them. */
const PASSIVE: AgentEventType[] = ['chat_transferred_in', 'suspended', 'restored', 'removed'];

/** The newest open chats are counted. Bounds the time where chats are never marked as done. */
const COUNTED = 10_000;

const columns = {
  agent_id: agentEvents.agent_id,
  open_chats: integer(),
  waiting_chats: integer(),
  last_active_at: nullable(agentEvents.created_at),
};

/** `open` has the condition of the index `chat_heads_inbox`. */
export function listWorkloads({ sql, widgetId }: Context<Read>, { after, limit }: { after: number; limit: number }) {
  return sql(columns)`
    WITH open AS MATERIALIZED (
      SELECT h.chat_id, h.waiting_since IS NOT NULL AS is_waiting FROM chat_heads h
      WHERE h.widget_id = ${widgetId} AND h.done_at IS NULL AND h.snoozed_at IS NULL AND h.state <> 'spam'
      ORDER BY h.recency DESC LIMIT ${COUNTED}
    ),
    owned AS (
      SELECT c.agent_id, count(*)::int AS chats, count(*) FILTER (WHERE open.is_waiting)::int AS waiting
      FROM open CROSS JOIN LATERAL (
        SELECT agent_id FROM chats WHERE widget_id = ${widgetId} AND id = open.chat_id LIMIT 1
      ) AS c GROUP BY c.agent_id
    )
    SELECT a.id AS agent_id, coalesce(owned.chats, 0) AS open_chats, coalesce(owned.waiting, 0) AS waiting_chats,
      greatest(a.left_at, acted.created_at) AS last_active_at
    FROM agents a LEFT JOIN owned ON owned.agent_id = a.id LEFT JOIN LATERAL (
      SELECT e.created_at FROM agent_events e WHERE e.widget_id = a.widget_id AND e.agent_id = a.id
        AND e.type_code <> ALL (${PASSIVE.map(agents.codeOf)}::smallint[])
      ORDER BY e.id DESC LIMIT 1
    ) AS acted ON true
    WHERE a.widget_id = ${widgetId} AND a.id > ${after} ORDER BY a.id LIMIT ${limit}`;
}
