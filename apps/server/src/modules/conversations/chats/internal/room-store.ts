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

export async function insertRoom({ sql, widgetId, now }: WidgetContext, source: Source) {
  const values = [widgetId, JSON.stringify(source), now.toString(), activityAt(now)];
  const [made] = await sql<{ chat_id: number }>({ text: INSERT, values });
  return (made as NonNullable<typeof made>).chat_id;
}

/** The rooms of the departments that an agent is in. */
export const roomsOf = (agent: string) => `
  SELECT d.room_id FROM departments d JOIN department_agents m ON m.widget_id = d.widget_id AND m.department_id = d.id
  WHERE d.widget_id = $1 AND m.agent_id = ${agent}`;

export async function isInsider({ sql, widgetId }: WidgetContext<Read>, roomId: number, agentId: number) {
  const found = await sql({
    name: 'chats.is_insider',
    text: `SELECT FROM (${roomsOf('$3')}) AS own WHERE room_id = $2`,
    values: [widgetId, roomId, agentId],
  });
  return found.length > 0;
}

/** Members of the department, and whoever runs the widget. */
export async function listInsiders({ sql, widgetId }: WidgetContext, roomId: number) {
  const found = await sql<{ id: number }>({
    name: 'chats.insiders',
    text: `SELECT a.id FROM agents a WHERE a.widget_id = $1 AND a.status <> 'banned'
             AND (a.role <> 'operator' OR $2 IN (${roomsOf('a.id')})) ORDER BY a.id`,
    values: [widgetId, roomId],
  });
  return found.map(({ id }) => id);
}
