import type { ChatView } from '@parley/contract';
import type { Context, Read } from '../../../../kernel/data/context.ts';

interface Condition {
  /** Of the half that every message changes. */
  head: string;
  /** Of the other half. Where the agent is named, whose view it is, is asked only when it is needed. */
  chat?: (agent: () => string) => string;
}

/** As the index of what is in the inbox says it. */
const OPEN = "h.done_at IS NULL AND h.snoozed_at IS NULL AND h.state <> 'spam'";
/** Of customers: what departments write among themselves is always open. */
const OUTSIDE = 'NOT c.is_internal';
/** The AI handles it now: said by the column that has an index. */
const BY_AI = "c.handling IN ('ai', 'human_to_ai')";

/** What is in each view, for lists and for counts. */
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
const MOST_COUNTED = 1_000;
const FEW = 2_000;

export type Counts = Record<ChatView | 'awaiting_reply', number>;

/**
 * Each up to a thousand, so that it costs the same however many there are. What is open is usually little of all there is,
 * and is then read once for every count of it, chat by chat: left to choose, the planner reads all chats of the agent.
 */
export async function count({ sql, widgetId }: Context<Read>, agentId: number | null): Promise<Counts> {
  const columns = Object.entries(COUNTED).map(([name, condition]) => `(${countOf(condition)})::int AS ${name}`);
  const [counts] = await sql<Counts>({
    text: `WITH inbox AS MATERIALIZED (
             SELECT h.chat_id FROM chat_heads h WHERE h.widget_id = $1 AND ${OPEN} LIMIT ${FEW + 1}
           ),
           size AS MATERIALIZED (SELECT count(*) <= ${FEW} AS is_small FROM inbox),
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
  const upToMost = (from: string) => `SELECT count(*) FROM (SELECT FROM ${from} LIMIT ${MOST_COUNTED}) AS counted`;
  if (!chat) return upToMost(`chat_heads h WHERE h.widget_id = $1 AND ${head}`);
  const condition = chat(() => '$2');
  const joined = 'chats c JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id';
  return `SELECT CASE WHEN is_small
    THEN (SELECT least(count(*), ${MOST_COUNTED}) FROM few AS c WHERE ${condition})
    ELSE (${upToMost(`${joined} WHERE c.widget_id = $1 AND h.widget_id = $1 AND ${head} AND ${condition}`)})
    END FROM size`;
}
