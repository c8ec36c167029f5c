import type { ConsoleLocale } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
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
    /** Language of mails; null until chosen. */
    locale: text().$type<ConsoleLocale>(),
    /** Argon2id with its parameters; null means that the user cannot sign in. */
    password_hash: text(),
    /** Secret of the confirmed authenticator. */
    totp_secret: sealed(),
    /** Secret of an authenticator that awaits its first code. */
    totp_pending: sealed(),
    /** Time step of the last accepted code: each code works once. */
    totp_step: id(),
    /** Hash of the token in the last reset mail. */
    reset_hash: bytes().unique(),
    reset_expires_at: instant(),
    /** The address that replaces `email` once the link mailed to it is opened. */
    pending_email: text(),
    /** Hash of the token in that link. */
    pending_email_hash: bytes().unique(),
    pending_email_expires_at: instant(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [uniqueIndex('users_email').on(sql`lower(${table.email})`)],
);

/** The profile of an account is its owner's. */
export const accounts = pgTable('accounts', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  owner_id: id()
    .notNull()
    .unique()
    .references(() => users.id),
  timezone: text().notNull().default('Europe/Moscow'),
  two_factor_required: boolean().notNull().default(false),
  /** Chats without activity for so many days are deleted; null keeps them. */
  chats_keep_days: integer(),
  /** Language of agents who have not chosen one. */
  locale: text().$type<ConsoleLocale>(),
  seats: integer().notNull().default(5),
  /** A free plan connects no messengers. */
  plan: text({ enum: ['free', 'paid'] })
    .notNull()
    .default('paid'),
  /** How many Avito cabinets may be enabled. */
  cabinet_slots: integer().notNull().default(3),
  /** Signs the security tokens of the CMS plugin; rotated when the owner's password changes. */
  cms_key: sealed(),
  created_at: instant().notNull(),
});
