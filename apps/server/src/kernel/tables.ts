import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from '../infra/postgres/columns.ts';

/** Keys of writes that succeeded, for 24 hours, and of those that have begun what takes long. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Of the caller and the key together, so that a row is small and tells nothing. */
    hash: bytes().primaryKey(),
    created_at: instant().notNull(),
    /** Of a write that has begun outside of its transaction; nothing once it has succeeded. */
    leased_until: instant(),
  },
  (table) => [index('idempotency_keys_age').using('brin', table.created_at)],
);

/**
 * What happened, kept for 30 days in partitions of a day. `number` is given after the commit, in the order in which
 * events became visible: who pages by it never skips a transaction that committed late.
 */
export const events = pgTable(
  'events',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    number: id(),
    account_id: id().notNull(),
    widget_id: id().notNull(),
    type: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    created_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.created_at] }),
    index('events_unnumbered').on(table.id).where(sql`${table.number} IS NULL`),
    index('events_feed').on(table.widget_id, table.number).where(sql`${table.number} IS NOT NULL`),
  ],
);

/** One row per event and subscription that asked for it, in partitions of a day like the events themselves. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    event_id: id().notNull(),
    subscription_id: id().notNull(),
    status: text({ enum: ['pending', 'delivered', 'failed', 'skipped'] }).notNull(),
    attempts: integer().notNull(),
    due_at: instant(),
    created_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.created_at] }),
    index('deliveries_due').on(table.due_at).where(sql`${table.status} = 'pending'`),
    index('deliveries_log').on(table.widget_id, table.subscription_id, table.id),
  ],
);
