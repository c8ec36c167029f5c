import { nullable, text } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { FULL_NAME, NAMED_AGENTS } from '../../account/agents/tables.ts';

/** What variables say besides the contact. */
export async function findNames({ sql, widgetId }: InWidget<Read>, agentId: number | undefined) {
  const rows = await sql({ site: nullable(text()), agent_name: nullable(text()) })`
    SELECT w.domains[1] AS site, (
      SELECT ${FULL_NAME} FROM ${NAMED_AGENTS} WHERE a.widget_id = ${widgetId} AND a.id = ${agentId ?? 0}
    ) AS agent_name FROM widgets w WHERE w.id = ${widgetId}`;
  return onlyRow(rows);
}
