import type { Schedule } from '@parley/contract';
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { agents } from '../../account/agents/tables.ts';
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
    /** As visitors know it; whether it is open now is asked of the schedule. */
    was_open: boolean().notNull(),
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

/** Departments `d`, with the account `z` whose clock they go by. */
export const DEPARTMENTS = 'departments d JOIN widgets w ON w.id = d.widget_id JOIN accounts z ON z.id = w.account_id';

/** Whether a department `d` is open at a moment: all day, or from the first minute up to the last one, which is no longer. */
export const openAt = (moment: string) => `(
  SELECT CASE jsonb_typeof(day) WHEN 'string' THEN true
    WHEN 'object' THEN time >= day ->> 'from' AND time < day ->> 'to' ELSE false END
  FROM (SELECT ${moment}::timestamptz AT TIME ZONE z.timezone AS local) AS here
  CROSS JOIN LATERAL (
    SELECT d.schedule -> to_char(local, 'FMDay') AS day, to_char(local, 'HH24:MI') AS time
  ) AS today
)`;

/** Whether a department `d` lists the channel of a chat, which calls the site by another name. */
export const lists = (channel: string) =>
  `CASE ${channel} WHEN 'service' THEN 'svc' ELSE ${channel} END = ANY (d.channels)`;
