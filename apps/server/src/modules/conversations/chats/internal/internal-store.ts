import type { Read, WidgetContext } from '../../../../kernel/data/context.ts';
import { activityAt } from '../store.ts';
import type { Source } from '../tables.ts';

const INSERT = `
  WITH made AS (
    INSERT INTO chats (widget_id, channel, is_internal, source, created_at) VALUES ($1, 'internal', true, $2, $3)
    RETURNING widget_id, id, created_at
  )
  INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity, changed_in)
  SELECT widget_id, id, created_at, created_at, $4, pg_current_xact_id() FROM made RETURNING chat_id`;

export async function insertInternalChat({ sql, widgetId, now }: WidgetContext, source: Source) {
  const values = [widgetId, JSON.stringify(source), now.toString(), activityAt(now)];
  const [made] = await sql<{ chat_id: number }>({ text: INSERT, values });
  return (made as NonNullable<typeof made>).chat_id;
}

/** Internal chats of the departments that an agent is in. */
export const internalChatsOf = (agent: string) => `
  SELECT d.room_id FROM departments d JOIN department_agents m ON m.widget_id = d.widget_id AND m.department_id = d.id
  WHERE d.widget_id = $1 AND m.agent_id = ${agent}`;

export async function isDepartmentMember({ sql, widgetId }: WidgetContext<Read>, chatId: number, agentId: number) {
  const found = await sql({
    name: 'chats.is_insider',
    text: `SELECT FROM (${internalChatsOf('$3')}) AS own WHERE room_id = $2`,
    values: [widgetId, chatId, agentId],
  });
  return found.length > 0;
}

/** Members of the department, admins and the owner. */
export async function listAgentsWithAccess({ sql, widgetId }: WidgetContext, chatId: number) {
  const found = await sql<{ id: number }>({
    name: 'chats.insiders',
    text: `SELECT a.id FROM agents a WHERE a.widget_id = $1 AND a.status <> 'banned'
             AND (a.role <> 'operator' OR $2 IN (${internalChatsOf('a.id')})) ORDER BY a.id`,
    values: [widgetId, chatId],
  });
  return found.map(({ id }) => id);
}
