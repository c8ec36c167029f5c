import type { ConsoleLocale } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, id, instant, sealed } from '../../infra/postgres/columns.ts';

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
