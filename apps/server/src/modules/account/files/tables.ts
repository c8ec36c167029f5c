import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { widgets } from '../widgets/tables.ts';

/** Uploads. The bytes are stored under `key` before the file becomes permanent. */
export const files = pgTable(
  'files',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    key: text().notNull(),
    name: text().notNull(),
    /** Detected from the first bytes. */
    type: text().notNull(),
    size: integer().notNull(),
    /** The visitor who uploaded it; other visitors cannot send it. */
    visitor_id: id(),
    created_at: instant().notNull(),
    /** When the sweep removes the file; null for permanent files. */
    expires_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    index('files_expiry').on(table.expires_at).where(sql`${table.expires_at} IS NOT NULL`),
  ],
);
