import { toIsoString } from '../../../infra/clock.ts';
import { integer } from '../../../infra/postgres/row-schema.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { aiTurns } from '../../conversations/chats/tables.ts';

const columns = { rule_id: integer(), replies: integer(), last_used_at: aiTurns.created_at };

/** How many replies and drafts of the widget each rule was a source of since then. */
export function listUses({ sql, widgetId }: InWidget<Read>, since: Temporal.Instant) {
  return sql.prepared(columns)`
    SELECT (s.source ->> 'rule_id')::bigint AS rule_id, count(*)::int AS replies, max(t.created_at) AS last_used_at
    FROM ai_turns t CROSS JOIN LATERAL jsonb_array_elements(t.sources) AS s (source)
    WHERE t.widget_id = ${widgetId} AND t.created_at >= ${toIsoString(since)} AND t.retrieval <> 'off'
      AND t.outcome IN ('answered', 'drafted', 'escalated') AND t.message_id IS NOT NULL
    GROUP BY 1`;
}
