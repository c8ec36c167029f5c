import { and, asc, eq, ne } from 'drizzle-orm';
import type { Work, Write } from '../../kernel/context.ts';
import { widgets } from '../widgets/tables.ts';
import { agents } from './tables.ts';

export async function insert({ db }: Write, agent: typeof agents.$inferInsert) {
  const [inserted] = await db.insert(agents).values(agent).returning();
  return inserted as typeof agents.$inferSelect;
}

type Found = Pick<typeof agents.$inferSelect, 'id' | 'type' | 'status'>;

export async function find({ sql }: Work, widgetId: number, id: number) {
  const [found] = await sql<Found>({
    name: 'agents.find',
    text: 'SELECT id, type, status FROM agents WHERE widget_id = $1 AND id = $2',
    values: [widgetId, id],
  });
  return found;
}

/** Where a person may work, the oldest first. */
export function listOfUser({ db }: Work, userId: number) {
  return db
    .select({ id: agents.id, role: agents.role, widget_id: agents.widget_id, domain: widgets.domain })
    .from(agents)
    .innerJoin(widgets, eq(widgets.id, agents.widget_id))
    .where(and(eq(agents.user_id, userId), ne(agents.status, 'banned')))
    .orderBy(asc(agents.id));
}
