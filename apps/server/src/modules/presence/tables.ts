import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../infra/postgres/columns.ts';
import { agents } from '../agents/tables.ts';

/** Servers that work on this database, each until it has not been heard of for a while. */
export const nodes = pgTable('nodes', { id: text().primaryKey(), seen_at: instant().notNull() });

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

/** Connections `c` with their nodes `n`. */
export const CONNECTIONS = 'connections c LEFT JOIN nodes n ON n.id = c.node_id';
/** Until when one was good: when it was closed, or when its node was last heard of. */
export const GOOD_UNTIL = 'coalesce(c.left_at, n.seen_at)';

/** How long an agent is still there after their last connection was good: most come back. */
const GRACE = { seconds: 15 };

/** Whose connection was good after this is still there. */
export const graceBefore = (now: Temporal.Instant) => now.subtract(GRACE).toString();
