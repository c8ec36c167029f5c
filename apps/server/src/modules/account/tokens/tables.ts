import type { Scope } from '@parley/contract';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from '../../../infra/postgres/columns.ts';
import { widgets } from '../widgets/tables.ts';

/** API tokens of a widget. Only their hashes are stored. */
export const tokens = pgTable(
  'tokens',
  {
    id: id().primaryKey().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    name: text().notNull(),
    hash: bytes().notNull().unique(),
    scopes: text().array().$type<Scope[]>().notNull(),
    expires_at: instant(),
    revoked_at: instant(),
    last_used_at: instant(),
    created_at: instant().notNull(),
  },
  (table) => [index('tokens_widget').on(table.widget_id, table.id)],
);
