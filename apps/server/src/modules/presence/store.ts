import { and, eq } from 'drizzle-orm';
import type { WidgetContext } from '../../kernel/context.ts';
import { presences } from './tables.ts';

export async function save({ db, widgetId }: WidgetContext, agentId: number, until: Temporal.Instant) {
  await db
    .insert(presences)
    .values({ widget_id: widgetId, agent_id: agentId, until: until.toString() })
    .onConflictDoUpdate({ target: [presences.widget_id, presences.agent_id], set: { until: until.toString() } });
}

export async function remove({ db, widgetId }: WidgetContext, agentId: number) {
  await db.delete(presences).where(and(eq(presences.widget_id, widgetId), eq(presences.agent_id, agentId)));
}

/** Of one agent whatever they do, or of all who are at work. */
export async function countConnected({ sql, widgetId, now }: WidgetContext, agentId: number | null = null) {
  const [{ count } = { count: 0 }] = await sql<{ count: number }>({
    name: 'presence.count',
    text: `SELECT count(*) AS count FROM presences p JOIN agents a ON a.widget_id = p.widget_id AND a.id = p.agent_id
           WHERE p.widget_id = $1 AND p.until > $2 AND CASE WHEN $3::bigint IS NULL THEN a.status = 'active' ELSE a.id = $3 AND a.status <> 'banned' END`,
    values: [widgetId, now.toString(), agentId],
  });
  return count;
}
