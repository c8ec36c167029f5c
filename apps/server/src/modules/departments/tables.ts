import type { Schedule } from '@parley/contract';
import { foreignKey, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../infra/postgres/columns.ts';
import { agents } from '../agents/tables.ts';
import { chats } from '../chats/tables.ts';

/** Who answers what comes through which channels, and when. */
export const departments = pgTable(
  'departments',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    name: text().notNull(),
    channels: text().array().notNull().default([]),
    /** All seven days, in the time zone of the account. */
    schedule: jsonb().$type<Schedule>().notNull(),
    /** The internal room, where its members write among themselves. */
    room_id: id().notNull(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    foreignKey({ columns: [table.widget_id, table.room_id], foreignColumns: [chats.widget_id, chats.id] }),
  ],
);

export const departmentAgents = pgTable(
  'department_agents',
  {
    widget_id: id().notNull(),
    department_id: id().notNull(),
    agent_id: id().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.department_id, table.agent_id] }),
    foreignKey({
      columns: [table.widget_id, table.department_id],
      foreignColumns: [departments.widget_id, departments.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.widget_id, table.agent_id], foreignColumns: [agents.widget_id, agents.id] }),
    index('department_agents_agent').on(table.widget_id, table.agent_id),
  ],
);
