import type { ChatView } from '@parley/contract';
import { integer } from '../../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../../infra/postgres/rows.ts';
import { type Fragment, fragment, join, param, raw } from '../../../../../infra/postgres/sql.ts';
import type { Context, Read } from '../../../../../kernel/data/context.ts';

interface Condition {
  /** On `chat_heads`. */
  head: Fragment;
  /** On `chats`. */
  chat?: (agent: unknown) => Fragment;
}

/** Must equal the predicate of the index `chat_heads_inbox`. */
const OPEN = fragment`h.done_at IS NULL AND h.snoozed_at IS NULL AND h.state <> 'spam'`;
/** Internal chats are always open and belong to no view of customers' chats. */
const OUTSIDE = fragment`NOT c.is_internal`;
/** Handled by the AI, by the column that is indexed. */
const BY_AI = fragment`c.handling IN ('ai', 'human_to_ai')`;

const VIEWS: Record<ChatView, Condition> = {
  mine: { head: OPEN, chat: (agent) => fragment`c.agent_id = ${agent}` },
  unassigned: { head: OPEN, chat: () => fragment`c.agent_id IS NULL AND NOT ${BY_AI} AND ${OUTSIDE}` },
  open: { head: OPEN, chat: () => OUTSIDE },
  ai: { head: OPEN, chat: () => fragment`c.agent_id IS NULL AND ${BY_AI}` },
  snoozed: { head: fragment`h.snoozed_at IS NOT NULL` },
  done: { head: fragment`h.done_at IS NOT NULL AND h.state <> 'spam'` },
  spam: { head: fragment`h.state = 'spam'` },
};

/** `agent` is used only by views that need one. */
export function conditionOf(view: ChatView, agent: unknown) {
  const { head, chat } = VIEWS[view];
  return chat ? fragment`${head} AND ${chat(agent)}` : head;
}

const columns = {
  mine: integer(),
  unassigned: integer(),
  open: integer(),
  ai: integer(),
  snoozed: integer(),
  done: integer(),
  spam: integer(),
  awaiting_reply: integer(),
};
const COUNTED: Record<keyof typeof columns, Condition> = {
  ...VIEWS,
  awaiting_reply: { head: fragment`h.waiting_since IS NOT NULL` },
};
const MAX_COUNTED = raw(1_000);
const MAX_INBOX = 2_000;

/**
 * Counts up to a thousand each, to bound the cost. Open chats are usually few, so they are read once for all counts,
 * chat by chat; left to itself, the planner reads all chats of the agent.
 */
export async function count({ sql, widgetId }: Context<Read>, agentId: number | null) {
  const [widget, agent] = [param(widgetId), param(agentId)];
  const counts = Object.entries(COUNTED).map(
    ([name, condition]) => fragment`(${countOf(condition, { widget, agent })})::int AS ${raw(name)}`,
  );
  const rows = await sql(columns)`
    WITH inbox AS MATERIALIZED (
      SELECT h.chat_id FROM chat_heads h WHERE h.widget_id = ${widget} AND ${OPEN} LIMIT ${raw(MAX_INBOX + 1)}
    ),
    size AS MATERIALIZED (SELECT count(*) <= ${raw(MAX_INBOX)} AS is_small FROM inbox),
    open_chats AS MATERIALIZED (
      SELECT c.agent_id, c.handling, c.is_internal FROM inbox CROSS JOIN LATERAL (
        SELECT agent_id, handling, is_internal FROM chats WHERE widget_id = ${widget} AND id = inbox.chat_id LIMIT 1
      ) AS c WHERE (SELECT is_small FROM size)
    )
    SELECT ${join(counts)}`;
  return onlyRow(rows);
}

function countOf({ head, chat }: Condition, { widget, agent }: Record<'widget' | 'agent', unknown>) {
  const boundedCount = (from: Fragment) =>
    fragment`SELECT count(*) FROM (SELECT FROM ${from} LIMIT ${MAX_COUNTED}) AS counted`;
  if (!chat) return boundedCount(fragment`chat_heads h WHERE h.widget_id = ${widget} AND ${head}`);
  const condition = chat(agent);
  const joined = fragment`chats c JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id
    WHERE c.widget_id = ${widget} AND h.widget_id = ${widget} AND ${head} AND ${condition}`;
  return fragment`SELECT CASE WHEN is_small
    THEN (SELECT least(count(*), ${MAX_COUNTED}) FROM open_chats AS c WHERE ${condition})
    ELSE (${boundedCount(joined)})
    END FROM size`;
}
