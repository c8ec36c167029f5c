import type { ChatView } from '@parley/contract';
import type { Context } from '../../kernel/context.ts';

/** As the index of what is in the inbox says it. */
const OPEN = "h.done_at IS NULL AND h.snoozed_at IS NULL AND h.state <> 'spam'";
/** The AI handles it now: said by the column that has an index. */
const BY_AI = "c.handling IN ('ai', 'human_to_ai')";

/** What is in each view, for lists and for counts. Where the agent is named, whose view it is, is asked only then. */
const VIEWS: Record<ChatView, (agent: () => string) => string> = {
  mine: (agent) => `${OPEN} AND c.agent_id = ${agent()}`,
  unassigned: () => `${OPEN} AND c.agent_id IS NULL AND NOT ${BY_AI}`,
  open: () => OPEN,
  ai: () => `${OPEN} AND c.agent_id IS NULL AND ${BY_AI}`,
  snoozed: () => 'h.snoozed_at IS NOT NULL',
  done: () => "h.done_at IS NOT NULL AND h.state <> 'spam'",
  spam: () => "h.state = 'spam'",
};

export function conditionOf(view: ChatView, agent: () => string) {
  return VIEWS[view](agent);
}

const MOST_COUNTED = 1_000;

export type Counts = Record<ChatView | 'awaiting_reply', number>;

/** Each up to a thousand, so that it costs the same however many there are. */
export async function count({ sql, widgetId }: Context, agentId: number | null): Promise<Counts> {
  const conditions = Object.entries(VIEWS).map(([name, condition]) => [name, condition(() => '$2')]);
  const columns = [...conditions, ['awaiting_reply', 'h.waiting_since IS NOT NULL']].map(
    ([name, condition]) => `(SELECT count(*) FROM (
      SELECT FROM chats c JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id
      WHERE c.widget_id = $1 AND h.widget_id = $1 AND ${condition} LIMIT ${MOST_COUNTED}) AS counted)::int AS ${name}`,
  );
  const [counts] = await sql<Counts>({ text: `SELECT ${columns.join(', ')}`, values: [widgetId, agentId] });
  return counts as Counts;
}
