import { boolean, foreignKey, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { id, instant, sealed } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';

/** The kernel reads them too, in the statements that add and lease deliveries. */
export const webhookSubscriptions = pgTable(
  'webhook_subscriptions',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    account_id: id().notNull(),
    widget_id: id().notNull(),
    /** As given. */
    url: text().notNull(),
    /** Normalised. */
    address: text().notNull(),
    events: text().array().notNull(),
    is_active: boolean().notNull().default(true),
    is_legacy_compat: boolean().notNull().default(false),
    secret: sealed(),
    /** Signs deliveries too, until then. */
    previous_secret: sealed(),
    previous_secret_until: instant(),
    /** When the team was mailed about the current outage. */
    outage_mailed_at: instant(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    foreignKey({ columns: [table.account_id, table.widget_id], foreignColumns: [widgets.account_id, widgets.id] }),
    unique('webhook_subscriptions_address').on(table.account_id, table.address),
  ],
);
