import { agentStatuses, agentTypes, type Notifications, roles } from '@parley/contract';
import { boolean, foreignKey, index, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { id, instant } from '../../infra/postgres/columns.ts';
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
  },
  (table) => [
    foreignKey({ columns: [table.account_id, table.widget_id], foreignColumns: [widgets.account_id, widgets.id] }),
    foreignKey({ columns: [table.widget_id, table.avatar_file_id], foreignColumns: [files.widget_id, files.id] }),
    unique('agents_tenant').on(table.widget_id, table.id),
    unique('agents_user').on(table.user_id, table.widget_id),
    index('agents_account').on(table.account_id, table.widget_id),
  ],
);
