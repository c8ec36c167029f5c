import type { ChatView } from '@parley/contract';
import type { Context, Read } from '../../../../kernel/data/context.ts';

interface Condition {
  /** On `chat_heads`. */
  head: string;
  /** On `chats`. `agent` is called only by views that need the agent. */
  chat?: (agent: () => string) => string;
}

/** Must equal the predicate of the index `chat_heads_inbox`. */
const OPEN = "h.done_at IS NULL AND h.snoozed_at IS NULL AND h.state <> 'spam'";
/** Internal chats are always open and belong to no view of customers' chats. */
const OUTSIDE = 'NOT c.is_internal';
/** Handled by the AI, by the column that is indexed. */
const BY_AI = "c.handling IN ('ai', 'human_to_ai')";

const VIEWS: Record<ChatView, Condition> = {
  mine: { head: OPEN, chat: (agent) => `c.agent_id = ${agent()}` },
  unassigned: { head: OPEN, chat: () => `c.agent_id IS NULL AND NOT ${BY_AI} AND ${OUTSIDE}` },
  open: { head: OPEN, chat: () => OUTSIDE },
  ai: { head: OPEN, chat: () => `c.agent_id IS NULL AND ${BY_AI}` },
  snoozed: { head: 'h.snoozed_at IS NOT NULL' },
  done: { head: "h.done_at IS NOT NULL AND h.state <> 'spam'" },
  spam: { head: "h.state = 'spam'" },
};

export function conditionOf(view: ChatView, agent: () => string) {
  const { head, chat } = VIEWS[view];
  return chat ? `${head} AND ${chat(agent)}` : head;
}

const COUNTED: Record<keyof Counts, Condition> = { ...VIEWS, awaiting_reply: { head: 'h.waiting_since IS NOT NULL' } };
const MAX_COUNTED = 1_000;
const MAX_INBOX = 2_000;

export type Counts = Record<ChatView | 'awaiting_reply', number>;

/**
 * Counts up to a thousand each, to bound the cost. Open chats are usually few, so they are read once for all counts,
 * chat by chat; left to itself, the planner reads all chats of the agent.
 */
export async function count({ sql, widgetId }: Context<Read>, agentId: number | null): Promise<Counts> {
  const columns = Object.entries(COUNTED).map(([name, condition]) => `(${countOf(condition)})::int AS ${name}`);
  const [counts] = await sql<Counts>({
    text: `WITH inbox AS MATERIALIZED (
             SELECT h.chat_id FROM chat_heads h WHERE h.widget_id = $1 AND ${OPEN} LIMIT ${MAX_INBOX + 1}
           ),
           size AS MATERIALIZED (SELECT count(*) <= ${MAX_INBOX} AS is_small FROM inbox),
           few AS MATERIALIZED (
             SELECT c.agent_id, c.handling, c.is_internal FROM inbox CROSS JOIN LATERAL (
               SELECT agent_id, handling, is_internal FROM chats WHERE widget_id = $1 AND id = inbox.chat_id LIMIT 1
             ) AS c WHERE (SELECT is_small FROM size)
           )
           SELECT ${columns.join(', ')}`,
    values: [widgetId, agentId],
  });
  return counts as Counts;
}

function countOf({ head, chat }: Condition) {
  const upToMost = (from: string) => `SELECT count(*) FROM (SELECT FROM ${from} LIMIT ${MAX_COUNTED}) AS counted`;
  if (!chat) return upToMost(`chat_heads h WHERE h.widget_id = $1 AND ${head}`);
  const condition = chat(() => '$2');
  const joined = 'chats c JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id';
  return `SELECT CASE WHEN is_small
    THEN (SELECT least(count(*), ${MAX_COUNTED}) FROM few AS c WHERE ${condition})
    ELSE (${upToMost(`${joined} WHERE c.widget_id = $1 AND h.widget_id = $1 AND ${head} AND ${condition}`)})
    END FROM size`;
}
