import { foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from '../../../infra/postgres/columns.ts';
import { contacts } from '../../people/contacts/tables.ts';
import type { Vendor } from '../drivers/index.ts';

/** Codes that carry a visitor of the site into a messenger. Each serves once. */
export const messengerLinks = pgTable(
  'messenger_links',
  {
    hash: bytes().primaryKey(),
    widget_id: id().notNull(),
    provider: text().$type<Vendor>().notNull(),
    contact_id: id().notNull(),
    expires_at: instant().notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.widget_id, table.contact_id],
      foreignColumns: [contacts.widget_id, contacts.id],
    }).onDelete('cascade'),
    index('messenger_links_contact').on(table.widget_id, table.contact_id),
    index('messenger_links_age').on(table.expires_at),
  ],
);
