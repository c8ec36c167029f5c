import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../infra/postgres/columns.ts';
import { agents } from '../agents/tables.ts';

/** Servers that work on this database, each until it has not been heard of for a while. */
export const nodes = pgTable('nodes', { id: text().primaryKey(), seen_at: instant().notNull() });

/** How long an agent is still there after their last connection was good: most come back. */
export const GRACE_SECONDS = 15;

/** Sockets of agents: they are good as long as their node is, and for a moment after they were closed. */
export const connections = pgTable(
  'connections',
  {
    /** Of the socket. */
    id: text().primaryKey(),
    node_id: text().notNull(),
    widget_id: id().notNull(),
    agent_id: id().notNull(),
    /** What the agent looks at. */
    chat_id: id(),
    left_at: instant(),
  },
  (table) => [
    foreignKey({ columns: [table.widget_id, table.agent_id], foreignColumns: [agents.widget_id, agents.id] }),
    index('connections_agent').on(table.widget_id, table.agent_id),
    index('connections_chat').on(table.widget_id, table.chat_id).where(sql`${table.chat_id} IS NOT NULL`),
  ],
);
