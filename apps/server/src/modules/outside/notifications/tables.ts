import { foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { agents } from '../../account/agents/tables.ts';

/** Push subscriptions of agents' browsers. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id().primaryKey().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    agent_id: id().notNull(),
    /** The push service's URL for the browser: one browser, one endpoint. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    created_at: instant().notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.widget_id, table.agent_id], foreignColumns: [agents.widget_id, agents.id] }).onDelete(
      'cascade',
    ),
    index('push_subscriptions_agent').on(table.widget_id, table.agent_id),
  ],
);
