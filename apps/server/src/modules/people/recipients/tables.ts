import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from '../../../infra/postgres/columns.ts';

/** `handed`: on its way through a queue of deliveries. The API shows it as pending. */
export const storedStates = ['pending', 'handed', 'sent', 'failed', 'bounced', 'skipped', 'unknown'] as const;

/**
 * Whom a send is for, fixed as it starts, and what became of each. Contacts and chats are numbers without foreign keys: a row
 * outlives them, so that an erased contact still counts.
 */
export const sendRecipients = pgTable(
  'send_recipients',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    send_id: id().notNull(),
    contact_id: id().notNull(),
    chat_id: id(),
    /** Of the address an e-mail goes to, as in `suppressions.hash`. */
    address_hash: bytes(),
    state: text({ enum: storedStates }).notNull(),
    /** Why it was skipped or failed. */
    reason: text(),
    message_id: id(),
    attempts: integer().notNull().default(0),
    next_attempt_at: instant(),
    /** When an e-mail was claimed: without an outcome for a minute, it is unknown. */
    handed_at: instant(),
    sent_at: instant(),
    delivered_at: instant(),
    read_at: instant(),
    replied_at: instant(),
    clicked_at: instant(),
    unsubscribed_at: instant(),
    complained_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.send_id, table.id] }),
    uniqueIndex('send_recipients_contact').on(table.widget_id, table.send_id, table.contact_id),
    // One e-mail an address.
    uniqueIndex('send_recipients_address')
      .on(table.widget_id, table.send_id, table.address_hash)
      .where(sql`${table.address_hash} IS NOT NULL`),
    index('send_recipients_state').on(table.widget_id, table.send_id, table.state, table.id),
    // The gap between two sends, and merges.
    index('send_recipients_sent').on(table.widget_id, table.contact_id, table.sent_at),
    // E-mails on their way.
    index('send_recipients_handed').on(table.handed_at).where(sql`${table.handed_at} IS NOT NULL`),
    index('send_recipients_chat')
      .on(table.widget_id, table.chat_id, table.message_id)
      .where(sql`${table.message_id} IS NOT NULL`),
  ],
);
