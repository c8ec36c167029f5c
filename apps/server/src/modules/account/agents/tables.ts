import { agentStatuses, agentTypes, type Notifications, type Preferences, roles } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { fragment } from '../../../infra/postgres/sql.ts';
import { files } from '../files/tables.ts';
import { users } from '../users/tables.ts';
import { widgets } from '../widgets/tables.ts';

/** One row per user and widget. */
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
    /** Whether the widget's header shows them. */
    show_in_header: boolean().notNull().default(true),
    avatar_file_id: id(),
    /** Chosen notification settings; the rest are defaults. */
    notifications: jsonb().$type<Partial<Notifications>>().notNull().default({}),
    created_at: instant().notNull(),
    /** Set while they are removed, which is also a suspension. */
    removed_at: instant(),
    /** When they went offline; null while online or never online. */
    left_at: instant(),
    /** Chosen preferences; the rest are defaults. */
    preferences: jsonb().$type<Partial<Preferences>>().notNull().default({}),
    /** When routing last assigned a chat to them. */
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

/** The agents' event log; kept as long as they are. */
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
    // Transfers, for statistics.
    index('agent_events_transfers').on(table.widget_id, table.created_at).where(sql`${table.type_code} IN (8, 9)`),
  ],
);

/** Nodes and their last heartbeat. */
export const nodes = pgTable('nodes', { id: text().primaryKey(), seen_at: instant().notNull() });

/** Sockets of agents, valid while their node is alive and for a moment after they close. */
export const connections = pgTable(
  'connections',
  {
    /** Of the socket. */
    id: text().primaryKey(),
    node_id: text().notNull(),
    widget_id: id().notNull(),
    agent_id: id().notNull(),
    /** The chat that the agent views. */
    chat_id: id(),
    left_at: instant(),
  },
  (table) => [
    foreignKey({ columns: [table.widget_id, table.agent_id], foreignColumns: [agents.widget_id, agents.id] }),
    index('connections_agent').on(table.widget_id, table.agent_id),
    index('connections_chat').on(table.widget_id, table.chat_id).where(sql`${table.chat_id} IS NOT NULL`),
  ],
);

/** Agents `a` with their users `u` or, for AI operators, their rows `ai`. */
export const NAMED_AGENTS = fragment`
  agents a LEFT JOIN users u ON u.id = a.user_id
  LEFT JOIN ai_operators ai ON ai.widget_id = a.widget_id AND ai.agent_id = a.id`;
/** The full display name; null without one. */
export const FULL_NAME = fragment`
  CASE WHEN ai.agent_id IS NULL THEN nullif(concat_ws(' ', u.name, u.surname), '') ELSE coalesce(ai.name, 'Assistant') END`;

/** Connections `c` with their nodes `n`. */
export const CONNECTIONS = fragment`connections c LEFT JOIN nodes n ON n.id = c.node_id`;
/** When a connection was last valid: when it closed, or its node's last heartbeat. */
export const VALID_UNTIL = fragment`coalesce(c.left_at, n.seen_at)`;

/** Grace period in which an agent without connections stays online: most reconnect. */
const GRACE = { seconds: 15 };

/** Agents with a connection valid after this time are online. */
export const graceBefore = (now: Temporal.Instant) => now.subtract(GRACE).toString();
