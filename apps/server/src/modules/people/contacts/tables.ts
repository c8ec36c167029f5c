import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';

export interface CustomField {
  title: string | null;
  content: string;
  link: string | null;
}

/** People who write or were added by hand. */
export const contacts = pgTable(
  'contacts',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    /** The public id; the number is internal. */
    guid: text().notNull(),
    name: text(),
    email: text(),
    phone: text(),
    description: text(),
    /** The site's verified user id. */
    user_id: text(),
    attributes: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Custom data from the site. */
    custom_data: jsonb().$type<CustomField[]>().notNull().default([]),
    /** Data from an integration. */
    crm_data: jsonb().$type<CustomField[]>().notNull().default([]),
    crm_link: text(),
    /** Whether marketing e-mails may go to this address, and since when. */
    email_consent: boolean(),
    email_consent_at: instant(),
    /** While refused by unsubscribing: what it was, for who subscribes again. */
    consent_before: text({ enum: ['given', 'unknown'] }),
    blocked_at: instant(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    unique('contacts_guid').on(table.widget_id, table.guid),
    uniqueIndex('contacts_user').on(table.widget_id, table.user_id).where(sql`${table.user_id} IS NOT NULL`),
    index('contacts_created').on(table.widget_id, table.created_at),
    index('contacts_name')
      .on(table.widget_id, sql`fold(${table.name}) COLLATE "C"`, table.id)
      .where(sql`${table.name} IS NOT NULL`),
    index('contacts_email')
      .on(table.widget_id, sql`lower(btrim(${table.email}))`, table.id)
      .where(sql`${table.email} IS NOT NULL`),
    index('contacts_phone')
      .on(table.widget_id, sql`regexp_replace(${table.phone}, '[^0-9]', '', 'g')`, table.id)
      .where(sql`${table.phone} IS NOT NULL`),
    index('contacts_search').using(
      'gin',
      sql`search_terms(${table.widget_id}, ${table.name}, ${table.email}, ${table.phone})`,
    ),
  ],
);

/** One row per contact and tag name. */
export const contactTags = pgTable(
  'contact_tags',
  {
    account_id: id().notNull(),
    widget_id: id().notNull(),
    contact_id: id().notNull(),
    name: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.contact_id, table.name] }),
    foreignKey({
      columns: [table.widget_id, table.contact_id],
      foreignColumns: [contacts.widget_id, contacts.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.account_id, table.widget_id], foreignColumns: [widgets.account_id, widgets.id] }),
    index('contact_tags_names').on(table.account_id, sql`${table.name} COLLATE "C"`),
    index('contact_tags_page').on(table.widget_id, table.name, table.contact_id),
  ],
);
