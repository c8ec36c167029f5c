import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { widgets } from '../widgets/tables.ts';

/** What was uploaded. The bytes are in the storage under `key`, before the row says that the file is there to stay. */
export const files = pgTable(
  'files',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    key: text().notNull(),
    name: text().notNull(),
    /** As the first bytes say. */
    type: text().notNull(),
    size: integer().notNull(),
    /** Whose upload it is: a visitor sends no file of another's. */
    visitor_id: id(),
    created_at: instant().notNull(),
    /** Past it the sweep removes the bytes and the row; nothing for what is there to stay. */
    expires_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    index('files_expiry').on(table.expires_at).where(sql`${table.expires_at} IS NOT NULL`),
  ],
);
