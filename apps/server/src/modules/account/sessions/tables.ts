import { roles } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from '../../../infra/postgres/columns.ts';
import { agents } from '../agents/tables.ts';
import { users } from '../users/tables.ts';

/** Sessions of the console, each in one widget. */
export const sessions = pgTable(
  'sessions',
  {
    /** Hash of the id in the cookie, so that reading the table does not give access. */
    hash: bytes().primaryKey(),
    user_id: id()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    agent_id: id().notNull(),
    widget_id: id().notNull(),
    /** Role at sign-in; a session ends when the role changes. */
    role: text({ enum: roles }).notNull(),
    address: text().notNull(),
    /** ISO 3166 code at sign-in. */
    country: text(),
    user_agent: text().notNull(),
    created_at: instant().notNull(),
    /** Stored at intervals. */
    last_active_at: instant().notNull().default(sql`now()`),
    expires_at: instant().notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.widget_id, table.agent_id], foreignColumns: [agents.widget_id, agents.id] }).onDelete(
      'cascade',
    ),
    index('sessions_user').on(table.user_id),
    index('sessions_agent').on(table.widget_id, table.agent_id),
    index('sessions_age').on(table.expires_at),
  ],
);
