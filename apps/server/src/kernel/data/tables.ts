import type { AuditAction, LegacyEventName } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from '../../infra/postgres/columns.ts';

/** Keys of writes that succeeded in the last 24 hours, and leased keys of writes under way. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Hash of the caller and the key: small, and reveals neither. */
    hash: bytes().primaryKey(),
    created_at: instant().notNull(),
    /** Set while a write works outside its transaction; null once it has succeeded. */
    leased_until: instant(),
  },
  (table) => [index('idempotency_keys_age').using('brin', table.created_at)],
);

/**
 * Kept for 30 days, in daily partitions. `number` is assigned after the commit, in the order in which events became
 * visible, so paging by it never skips a transaction that committed late.
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

export const deliveryKinds = ['native', 'legacy', 'channel', 'broadcast', 'operator', 'messenger'] as const;

/** One attempt, as the delivery log of the API shows it. */
export interface Attempt {
  at: string;
  /** Counts attempts that were started, including those whose node died. Missing in logs of earlier releases. */
  number?: number;
  /** Null without a response. */
  status: number | null;
  duration_ms: number;
  error: string | null;
  answer: string | null;
}

/**
 * Requests to other servers: the queue and its log in one. Deliveries of one kind to one destination are a lane. Not
 * partitioned: leasing a row from forty partitions takes ten times as long.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: id().primaryKey().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    /** A webhook, a webhook of the migration layer, a reply in a custom channel or messenger, a broadcast in a custom channel, or news for an external operator. */
    kind: text({ enum: deliveryKinds }).notNull(),
    /** The subscription, the channel, the operator or the connection. */
    destination_id: id().notNull(),
    /** The event name that the destination gets. */
    type: text().notNull(),
    /** What the body of a webhook is built from. */
    event_id: id(),
    event_at: instant(),
    event_type: text(),
    /** Its number in the feed, once an attempt has been made. */
    event_number: id(),
    /** Its name in the migration layer, if it has one there. */
    legacy_type: text().$type<LegacyEventName>(),
    data: jsonb().$type<Record<string, unknown>>(),
    /** The reply of a channel, or the chat of an operator. */
    chat_id: id(),
    message_id: id(),
    status: text({ enum: ['pending', 'delivered', 'failed', 'skipped'] }).notNull(),
    /** Attempts started, including those whose node died. */
    attempts: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    /** When it is due; while it is leased, when the lease expires. Infinite while an earlier message of its chat waits. */
    due_at: instant(),
    /** Stored with the first attempt when it cannot be rebuilt from the event. */
    body: text(),
    log: jsonb().$type<Attempt[]>().notNull().default([]),
    /** The delivery that this one repeats. */
    redelivery_of: id(),
    created_at: instant().notNull(),
  },
  (table) => [
    index('deliveries_due').on(table.kind, table.destination_id, table.due_at).where(sql`${table.status} = 'pending'`),
    index('deliveries_log').on(table.widget_id, table.destination_id, table.id).where(sql`${table.kind} <> 'channel'`),
    index('deliveries_failed')
      .on(table.widget_id, table.destination_id, table.id)
      .where(sql`${table.status} = 'failed'`),
    index('deliveries_channel_log')
      .on(table.widget_id, table.destination_id, table.id)
      .where(sql`${table.kind} = 'channel'`),
    // Of a message, to send it again.
    index('deliveries_message')
      .on(table.widget_id, table.chat_id, table.message_id)
      .where(sql`${table.kind} IN ('channel', 'broadcast')`),
    index('deliveries_chat')
      .on(table.widget_id, table.chat_id, table.id)
      .where(sql`${table.kind} IN ('broadcast', 'messenger') AND ${table.status} = 'pending'`),
    index('deliveries_redelivered')
      .on(table.widget_id, table.redelivery_of)
      .where(sql`${table.redelivery_of} IS NOT NULL`),
    // Found when a contact is erased.
    index('deliveries_legacy').on(table.widget_id).where(sql`${table.kind} = 'legacy'`),
    index('deliveries_age').using('brin', table.created_at),
  ],
);

/**
 * Outcomes of attempts by hour, of the last eight days. The log can't answer this: it is large, and it has only the failures of
 * the migration layer.
 */
export const deliveryHours = pgTable(
  'delivery_hours',
  {
    widget_id: id().notNull(),
    kind: text({ enum: deliveryKinds }).notNull(),
    destination_id: id().notNull(),
    hour: instant().notNull(),
    delivered: integer().notNull(),
    /** Attempts that failed and are followed by another. */
    retried: integer().notNull(),
    failed: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.widget_id, table.kind, table.destination_id, table.hour] })],
);

/**
 * Deliveries of one kind to one destination, or the AI's turns of one widget. A destination that is slow or gone holds up
 * its own lane and no other.
 */
export interface Lane {
  kind: (typeof deliveryKinds)[number] | 'turn' | 'embedding' | 'upload' | 'crawl' | 'update' | 'poll' | 'send';
  destinationId: number;
}

/** What people and tokens changed, kept for 400 days. Few rows a widget: filters scan them by id. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    at: instant().notNull(),
    actor_type: text({ enum: ['agent', 'token', 'system'] }).notNull(),
    actor_id: id(),
    action: text().$type<AuditAction>().notNull(),
    /** A number, or the guid of a contact. */
    subject_id: text(),
    subject_name: text(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    ip: text(),
  },
  (table) => [primaryKey({ columns: [table.widget_id, table.id] }), index('audit_log_age').using('brin', table.at)],
);
