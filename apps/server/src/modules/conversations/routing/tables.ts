import type { Schedule } from '@parley/contract';
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { type Fragment, fragment } from '../../../infra/postgres/sql.ts';
import { agents } from '../../account/agents/tables.ts';
import { files } from '../../account/files/tables.ts';
import { chats } from '../chats/tables.ts';

/** Agents, channels and opening hours. */
export const departments = pgTable(
  'departments',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    name: text().notNull(),
    channels: text().array().notNull().default([]),
    /** All seven days, in the account's time zone. */
    schedule: jsonb().$type<Schedule>().notNull(),
    avatar_file_id: id(),
    /** The internal chat of its members. */
    room_id: id().notNull(),
    /** Whether visitors were told it is open; the schedule says whether it is open now. */
    was_open: boolean().notNull(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    foreignKey({ columns: [table.widget_id, table.room_id], foreignColumns: [chats.widget_id, chats.id] }),
    foreignKey({ columns: [table.widget_id, table.avatar_file_id], foreignColumns: [files.widget_id, files.id] }),
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

/** Departments `d` with their account `z`, for its time zone. */
export const DEPARTMENTS = fragment`
  departments d JOIN widgets w ON w.id = d.widget_id JOIN accounts z ON z.id = w.account_id`;

/** Whether a department `d` is open at a moment: all day, or from the first minute up to, not including, the last. */
export const openAt = (moment: unknown) => fragment`(
  SELECT CASE jsonb_typeof(day) WHEN 'string' THEN true
    WHEN 'object' THEN time >= day ->> 'from' AND time < day ->> 'to' ELSE false END
  FROM (SELECT ${moment}::timestamptz AT TIME ZONE z.timezone AS local) AS here
  CROSS JOIN LATERAL (
    SELECT d.schedule -> to_char(local, 'FMDay') AS day, to_char(local, 'HH24:MI') AS time
  ) AS today
)`;

/** Whether a department `d` serves the channel of a chat; departments call the site `svc`. A custom channel names its own. */
export const listsChannel = (channel: Fragment) => fragment`
  CASE WHEN ${channel} ~ '^ch[0-9]+$' THEN d.id = (
    SELECT own.department_id FROM channels own
    WHERE own.widget_id = d.widget_id AND own.id = substr(${channel}, 3)::bigint
  ) ELSE CASE ${channel} WHEN 'service' THEN 'svc' ELSE ${channel} END = ANY (d.channels) END`;
