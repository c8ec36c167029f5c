import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import type { VendorEvent } from '../drivers/index.ts';

/** Looks up what an event left out. */
interface ProfileTask {
  kind: 'profile';
  id: string;
  /** Its own, so that messages don't wait for it. */
  conversation: string;
  /** The vendor's id of the conversation it looks up. */
  about: string;
  person: { id: string };
  chatId: number;
}

export type Task = VendorEvent | ProfileTask;

/**
 * Events of a queue are processed one after the other: those of a conversation. What became of our own messages, and what was
 * typed elsewhere, may have to wait until the id of a message is stored, and must not hold up what the customer writes.
 */
export function queueOf({ kind, id, conversation }: Task) {
  if (kind === 'delivered' || kind === 'read' || kind === 'failed') return `${conversation} ${id}`;
  return kind === 'typed-elsewhere' ? `${conversation} elsewhere` : conversation;
}

/** Updates of vendors, kept for 24 hours: what has been accepted, and the queue of what is not processed yet. */
export const messengerUpdates = pgTable(
  'messenger_updates',
  {
    id: id().primaryKey().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    connection_id: id().notNull(),
    /** The vendor's id of the event: a repeated one is dropped. */
    event_id: text().notNull(),
    /** The queue it is in. */
    conversation: text().notNull(),
    event: jsonb().$type<Task>().notNull(),
    contact_id: id(),
    chat_id: id(),
    attempts: integer().notNull().default(0),
    /** When it is processed, or its lease expires. Infinite behind another of its conversation; null: done. */
    due_at: instant(),
    /** What became of it. */
    outcome: text(),
    created_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex('messenger_updates_event').on(table.connection_id, table.event_id),
    index('messenger_updates_due').on(table.connection_id, table.due_at).where(sql`${table.due_at} IS NOT NULL`),
    index('messenger_updates_queue')
      .on(table.connection_id, table.conversation, table.id)
      .where(sql`${table.due_at} IS NOT NULL`),
    index('messenger_updates_contact').on(table.widget_id, table.contact_id),
    index('messenger_updates_age').using('brin', table.created_at),
  ],
);
