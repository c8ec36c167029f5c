import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** One row. The check value detects a wrong master key before anything is decrypted with it. */
export const installation = pgTable(
  'installation',
  {
    only: boolean().primaryKey().default(true),
    master_key_check: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('installation_one_row', sql`${table.only}`)],
);
