import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, id, instant, sealed } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';
import { departments } from '../../conversations/routing/tables.ts';
import { contacts } from '../../people/contacts/tables.ts';

/** Custom channels. */
export const channels = pgTable(
  'channels',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    name: text().notNull(),
    outbound_url: text(),
    is_active: boolean().notNull().default(true),
    legacy_compat_enabled: boolean().notNull().default(false),
    /** Routing looks for an agent there; null: among all. */
    department_id: id(),
    /** Signs replies. */
    secret: sealed(),
    /** Keyed hash of the secret: the migration layer looks channels up by it. */
    secret_hash: bytes(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    foreignKey({
      columns: [table.widget_id, table.department_id],
      foreignColumns: [departments.widget_id, departments.id],
    }),
    // In a migration-layer path a secret identifies the channel; elsewhere two channels may share one.
    uniqueIndex('channels_secret').on(table.secret_hash).where(sql`${table.legacy_compat_enabled}`),
  ],
);

/** Maps a client of the remote side to a contact. */
export const channelClients = pgTable(
  'channel_clients',
  {
    widget_id: id().notNull(),
    channel_id: id().notNull(),
    external_client_id: text().notNull(),
    contact_id: id().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.channel_id, table.external_client_id] }),
    foreignKey({
      columns: [table.widget_id, table.channel_id],
      foreignColumns: [channels.widget_id, channels.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.widget_id, table.contact_id],
      foreignColumns: [contacts.widget_id, contacts.id],
    }).onDelete('cascade'),
    index('channel_clients_contact').on(table.widget_id, table.contact_id),
  ],
);
