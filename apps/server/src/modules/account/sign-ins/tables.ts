import { signInOutcomes } from '@parley/contract';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { users } from '../users/tables.ts';

/** Attempts of users to sign in. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: id().primaryKey().generatedAlwaysAsIdentity(),
    user_id: id()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    outcome: text({ enum: signInOutcomes }).notNull(),
    address: text().notNull(),
    country: text(),
    user_agent: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [index('sign_ins_user').on(table.user_id, table.id), index('sign_ins_age').on(table.at)],
);
