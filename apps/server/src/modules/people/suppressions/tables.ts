import type { SuppressionReason } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';

/** Addresses that get no marketing. No row names a contact, so that it outlives them. */
export const suppressions = pgTable(
  'suppressions',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    channel: text().notNull(),
    /** Keyed, of channel and address. */
    hash: bytes().notNull(),
    /** Masked. */
    address: text().notNull(),
    reason: text().$type<SuppressionReason>().notNull(),
    /** Another one, which stays when the recipient undoes their own. */
    previous_reason: text().$type<SuppressionReason>(),
    /** The campaign in whose e-mail the recipient unsubscribed. */
    campaign_id: id(),
    created_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    uniqueIndex('suppressions_address').on(table.widget_id, table.channel, table.hash),
    index('suppressions_campaign').on(table.widget_id, table.campaign_id).where(sql`${table.campaign_id} IS NOT NULL`),
    index('suppressions_reason').on(table.widget_id, table.reason, table.id),
  ],
);
