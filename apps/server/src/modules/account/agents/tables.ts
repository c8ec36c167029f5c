import { agentStatuses, agentTypes, type Notifications, roles } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { files } from '../files/tables.ts';
import { users } from '../users/tables.ts';
import { widgets } from '../widgets/tables.ts';

/** Who answers in a widget: one row per person and widget. */
export const agents = pgTable(
  'agents',
  {
    id: id().primaryKey().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    account_id: id().notNull(),
    user_id: id().references(() => users.id),
    type: text({ enum: agentTypes }).notNull().default('human'),
    role: text({ enum: roles }).notNull(),
    status: text({ enum: agentStatuses }).notNull().default('active'),
    /** Whether the widget shows them as somebody who answers. */
    show_in_header: boolean().notNull().default(true),
    avatar_file_id: id(),
    /** What they want to hear of, and how; what they did not choose is as by default. */
    notifications: jsonb().$type<Partial<Notifications>>().notNull().default({}),
    created_at: instant().notNull(),
    /** When their last connection was gone; null while they are there, or never were. */
    left_at: instant(),
    /** When they last got a chat without asking for it. */
    routed_at: instant(),
  },
  (table) => [
    foreignKey({ columns: [table.account_id, table.widget_id], foreignColumns: [widgets.account_id, widgets.id] }),
    foreignKey({ columns: [table.widget_id, table.avatar_file_id], foreignColumns: [files.widget_id, files.id] }),
    unique('agents_tenant').on(table.widget_id, table.id),
    unique('agents_user').on(table.user_id, table.widget_id),
    index('agents_account').on(table.account_id, table.widget_id),
  ],
);

/** What agents did and what happened to them; kept as long as they are. */
export const agentEvents = pgTable(
  'agent_events',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    agent_id: id().notNull(),
    /** See `agentEventTypes` in the contract. */
    type_code: smallint().notNull(),
    created_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    foreignKey({ columns: [table.widget_id, table.agent_id], foreignColumns: [agents.widget_id, agents.id] }),
    index('agent_events_page').on(table.widget_id, table.agent_id, table.id),
    index('agent_events_type').on(table.widget_id, table.agent_id, table.type_code, table.id),
    // Chats that were handed over, for statistics.
    index('agent_events_transfers').on(table.widget_id, table.created_at).where(sql`${table.type_code} IN (8, 9)`),
  ],
);

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
