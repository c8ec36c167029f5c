import type { Scope } from '@parley/contract';
import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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

/** Calls with a token by hour, of the last two days. */
export const tokenHours = pgTable(
  'token_hours',
  {
    widget_id: id().notNull(),
    token_id: id().notNull(),
    hour: instant().notNull(),
    calls: integer().notNull(),
    refusals: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.token_id, table.hour] }),
    foreignKey({ columns: [table.token_id], foreignColumns: [tokens.id] }).onDelete('cascade'),
  ],
);
