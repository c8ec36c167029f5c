import type { LegacyEventName } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from '../../infra/postgres/columns.ts';

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

/** One attempt to send, as it is told to whoever looks for what went wrong. */
export interface Attempt {
  at: string;
  /** Null when there was no answer. */
  status: number | null;
  duration_ms: number;
  error: string | null;
  answer: string | null;
}

/**
 * What is to be sent to somebody else's server, and what became of it: the queue and its log in one. Deliveries of one
 * kind to one destination are a lane. One table and no partitions: to take a row from forty of them takes ten times as long.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: id().primaryKey().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    /** A webhook in our envelope, one in that of the migration layer, or a reply in a custom channel. */
    kind: text({ enum: ['native', 'legacy', 'channel'] }).notNull(),
    /** The subscription or the channel. */
    destination_id: id().notNull(),
    /** What it is called at the destination. */
    type: text().notNull(),
    /** The event of a webhook, as much of it as is needed to send it, in whichever envelope. */
    event_id: id(),
    event_at: instant(),
    event_type: text(),
    /** What the migration layer calls it, if it knows such an event. */
    legacy_type: text().$type<LegacyEventName>(),
    data: jsonb().$type<Record<string, unknown>>(),
    /** The reply of a channel. */
    chat_id: id(),
    message_id: id(),
    status: text({ enum: ['pending', 'delivered', 'failed', 'skipped'] }).notNull(),
    /** How often it was begun, also where nobody knows how that ended. */
    attempts: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    /** When its turn comes; while somebody sends it, when that somebody is taken to be gone. */
    due_at: instant(),
    /** What is sent, where it is made once and not from the event. */
    body: text(),
    log: jsonb().$type<Attempt[]>().notNull().default([]),
    created_at: instant().notNull(),
  },
  (table) => [
    index('deliveries_due').on(table.kind, table.destination_id, table.due_at).where(sql`${table.status} = 'pending'`),
    index('deliveries_log').on(table.widget_id, table.destination_id, table.id).where(sql`${table.kind} <> 'channel'`),
    index('deliveries_failed')
      .on(table.widget_id, table.destination_id, table.id)
      .where(sql`${table.status} = 'failed'`),
    // What it says of people goes with them.
    index('deliveries_legacy').on(table.widget_id).where(sql`${table.kind} = 'legacy'`),
    index('deliveries_age').using('brin', table.created_at),
  ],
);
