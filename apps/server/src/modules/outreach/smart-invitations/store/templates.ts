import type { InvitationRuleContent } from '@parley/contract';
import { integer, pick } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import type { InWidget, Read, WidgetContext } from '../../../../kernel/data/context.ts';
import { invitationTemplates } from '../tables.ts';

const columns = pick(invitationTemplates, 'id', 'name', 'rule');

/** Oldest first. */
export function list({ sql, widgetId }: InWidget<Read>) {
  return sql(columns)`SELECT id, name, rule FROM invitation_templates WHERE widget_id = ${widgetId} ORDER BY id`;
}

export async function count({ sql, widgetId }: InWidget<Read>) {
  const rows = await sql({ count: integer() })`
    SELECT count(*)::int AS count FROM invitation_templates WHERE widget_id = ${widgetId}`;
  return onlyRow(rows).count;
}

export async function insert({ sql, widgetId, now }: WidgetContext, name: string, rule: InvitationRuleContent) {
  const rows = await sql(columns)`
    INSERT INTO invitation_templates (widget_id, name, rule, created_at)
    VALUES (${widgetId}, ${name}, ${JSON.stringify(rule)}, ${now.toString()}) RETURNING id, name, rule`;
  return onlyRow(rows);
}

/** Returns the template. */
export async function remove({ sql, widgetId }: WidgetContext, id: number) {
  const [removed] = await sql(columns)`
    DELETE FROM invitation_templates WHERE widget_id = ${widgetId} AND id = ${id} RETURNING id, name, rule`;
  return removed;
}
