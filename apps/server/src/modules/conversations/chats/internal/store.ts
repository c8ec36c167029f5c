import { onlyRow } from '../../../../infra/postgres/rows.ts';
import { fragment, param } from '../../../../infra/postgres/sql.ts';
import type { Read, WidgetWork } from '../../../../kernel/data/context.ts';
import { activityAt } from '../../../../kernel/data/moments.ts';
import { agents } from '../../../account/agents/tables.ts';
import { chatHeads, type Source } from '../tables.ts';

export async function insertInternalChat({ sql, widgetId, now }: WidgetWork, source: Source) {
  const rows = await sql({ chat_id: chatHeads.chat_id })`
    WITH created AS (
      INSERT INTO chats (widget_id, channel, is_internal, source, created_at)
      VALUES (${widgetId}, 'internal', true, ${JSON.stringify(source)}, ${now.toString()})
      RETURNING widget_id, id, created_at
    )
    INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity, changed_in)
    SELECT widget_id, id, created_at, created_at, ${activityAt(now)}, pg_current_xact_id() FROM created RETURNING chat_id`;
  return onlyRow(rows).chat_id;
}

/** Internal chats of the departments that an agent is in. */
export const internalChatsOf = ({ widget, agent }: Record<'widget' | 'agent', unknown>) => fragment`
  SELECT d.room_id FROM departments d JOIN department_agents m ON m.widget_id = d.widget_id AND m.department_id = d.id
  WHERE d.widget_id = ${widget} AND m.agent_id = ${agent}`;

export async function isDepartmentMember({ sql, widgetId }: WidgetWork<Read>, chatId: number, agentId: number) {
  const found = await sql.prepared({})`
    SELECT FROM (${internalChatsOf({ widget: widgetId, agent: agentId })}) AS own WHERE room_id = ${chatId}`;
  return found.length > 0;
}

/** Members of the department, admins and the owner. */
export async function listAgentsWithAccess({ sql, widgetId }: WidgetWork, chatId: number) {
  const widget = param(widgetId);
  const found = await sql.prepared({ id: agents.id })`
    SELECT a.id FROM agents a WHERE a.widget_id = ${widget} AND a.status <> 'banned'
    AND (a.role <> 'operator' OR ${chatId} IN (${internalChatsOf({ widget, agent: fragment`a.id` })})) ORDER BY a.id`;
  return found.map(({ id }) => id);
}
