import { boolean, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { id, instant } from '../../infra/postgres/columns.ts';
import { accounts } from '../accounts/tables.ts';

/** The tenant: a chat button on a site, and all that comes through it. */
export const widgets = pgTable(
  'widgets',
  {
    id: id().primaryKey().generatedAlwaysAsIdentity(),
    account_id: id()
      .notNull()
      .references(() => accounts.id),
    /** Names the widget in public. */
    button_guid: text().notNull().unique(),
    /** "Allow widget API (JS and REST)". */
    api_enabled: boolean().notNull().default(false),
    domain: text(),
    /** Raised by every write that makes the served configuration stale. */
    config_revision: id().notNull().default(1),
    created_at: instant().notNull(),
  },
  (table) => [index('widgets_account').on(table.account_id), unique('widgets_tenant').on(table.account_id, table.id)],
);
