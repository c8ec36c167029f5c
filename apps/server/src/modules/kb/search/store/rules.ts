import { pick } from '../../../../infra/postgres/row-schema.ts';
import type { InWidget, Read } from '../../../../kernel/data/context.ts';
import { agents } from '../../../account/agents/tables.ts';
import { kbRules } from '../../rules/tables.ts';

const columns = pick(kbRules, 'id', 'content', 'doc_id', 'source', 'source_label', 'source_ref', 'token_count');

export function listRules({ sql, widgetId }: InWidget<Read>, ids: number[]) {
  return sql.prepared(columns)`
    SELECT id, content, doc_id, source, source_label, source_ref, token_count FROM kb_rules
    WHERE widget_id = ${widgetId} AND id = ANY (${ids}::bigint[])`;
}

/** Whether the widget has such an operator, of its own or an external one. */
export async function isOperator({ sql, widgetId }: InWidget<Read>, id: number) {
  const found = await sql(pick(agents, 'id'))`
    SELECT id FROM agents WHERE widget_id = ${widgetId} AND id = ${id} AND type IN ('ai', 'webhook')`;
  return found.length > 0;
}
