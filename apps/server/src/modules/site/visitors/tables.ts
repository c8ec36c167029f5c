import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';
import { type CustomField, contacts } from '../../people/contacts/tables.ts';

/** Browsers that opened the chat. A visitor becomes a contact with their first message. */
export const visitors = pgTable(
  'visitors',
  {
    id: id().primaryKey().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    token_hash: bytes().notNull().unique(),
    contact_id: id(),
    page: text(),
    title: text(),
    referrer: text(),
    locale: text(),
    /** The invitation that they saw last, until they write. */
    impression_id: text(),
    /** Custom data set before they were a contact. */
    custom_data: jsonb().$type<CustomField[]>().notNull().default([]),
    created_at: instant().notNull(),
    seen_at: instant().notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.widget_id, table.contact_id],
      foreignColumns: [contacts.widget_id, contacts.id],
    }).onDelete('cascade'),
    index('visitors_contact').on(table.widget_id, table.contact_id),
    index('visitors_age').on(table.seen_at),
    index('visitors_seen')
      .on(table.widget_id, table.seen_at, table.contact_id)
      .where(sql`${table.contact_id} IS NOT NULL`),
  ],
);

/** Visits in progress, each deleted after a period without a heartbeat. */
export const visits = pgTable(
  'visits',
  {
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    id: text().notNull(),
    /** Set once they have opened the chat. */
    visitor_id: id(),
    page: text().notNull(),
    title: text(),
    referrer: text(),
    pages: integer().notNull().default(1),
    /** ISO 3166 code from a proxy header or the address database. */
    country: text(),
    /** The contact created for an agent's message before they opened the chat. */
    invited_as: id(),
    since: instant().notNull(),
    seen_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    index('visits_page').on(table.widget_id, table.since, table.id),
    index('visits_age').on(table.seen_at),
  ],
);
