import type { ConsoleLocale } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, id, instant, sealed } from '../../../infra/postgres/columns.ts';

/** People who sign in. */
export const users = pgTable(
  'users',
  {
    id: id().primaryKey().generatedAlwaysAsIdentity(),
    email: text().notNull(),
    name: text(),
    surname: text(),
    phone: text(),
    /** In which language they are written to; not known until they chose one. */
    locale: text().$type<ConsoleLocale>(),
    /** Argon2id with its parameters; nobody signs in without one. */
    password_hash: text(),
    /** Of the authenticator whose codes are asked for at sign-in. */
    totp_secret: sealed(),
    /** Of another one, until a first code has shown that it works. */
    totp_pending: sealed(),
    /** The last code that was accepted: none serves twice. */
    totp_step: id(),
    /** Of the link in the last mail. */
    reset_hash: bytes().unique(),
    reset_expires_at: instant(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [uniqueIndex('users_email').on(sql`lower(${table.email})`)],
);

/** Owners of widgets. The profile of an account is its owner's. */
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
