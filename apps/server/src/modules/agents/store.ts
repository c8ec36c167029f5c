import { and, asc, eq, ne } from 'drizzle-orm';
import type { Work, Write } from '../../kernel/context.ts';
import { widgets } from '../widgets/tables.ts';
import { agents } from './tables.ts';

export async function insert({ db }: Write, agent: typeof agents.$inferInsert) {
  const [inserted] = await db.insert(agents).values(agent).returning();
  return inserted as typeof agents.$inferSelect;
}

export async function find({ db }: Work, widgetId: number, id: number) {
  const [found] = await db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.widget_id, widgetId), eq(agents.id, id)));
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
