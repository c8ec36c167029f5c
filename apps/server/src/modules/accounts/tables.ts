import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, sealed } from '../../infra/postgres/columns.ts';
import { users } from '../users/tables.ts';

/** Who owns widgets. The profile of an account is that of its owner. */
export const accounts = pgTable('accounts', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  owner_id: id()
    .notNull()
    .unique()
    .references(() => users.id),
  timezone: text().notNull().default('Europe/Moscow'),
  seats: integer().notNull().default(5),
  /** Signs the security tokens of the CMS plugin; a change of the owner's password makes another. */
  cms_key: sealed(),
  created_at: instant().notNull(),
});
