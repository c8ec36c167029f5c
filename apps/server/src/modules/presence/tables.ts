import { foreignKey, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { id, instant } from '../../infra/postgres/columns.ts';
import { agents } from '../agents/tables.ts';

/** Which agents are connected, each until they have not been heard of for a while. */
export const presences = pgTable(
  'presences',
  { widget_id: id().notNull(), agent_id: id().notNull(), until: instant().notNull() },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.agent_id] }),
    foreignKey({ columns: [table.widget_id, table.agent_id], foreignColumns: [agents.widget_id, agents.id] }),
  ],
);
