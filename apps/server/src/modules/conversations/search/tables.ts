import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id } from '../../../infra/postgres/columns.ts';
import { chats } from '../chats/tables.ts';

/**
 * Messages that are not in `message_search` yet; a trigger on `messages` adds them. Has no index, so that a row costs a
 * send almost nothing: it is read as a whole, and seldom has more than a second's messages.
 */
export const unindexedMessages = pgTable('unindexed_messages', {
  widget_id: id().notNull(),
  chat_id: id().notNull(),
  message_id: id().notNull(),
});

/** Texts that visitors see, as `q` looks for them. */
export const messageSearch = pgTable(
  'message_search',
  {
    widget_id: id().notNull(),
    chat_id: id().notNull(),
    message_id: id().notNull(),
    /** The body, folded. */
    text: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.chat_id, table.message_id] }),
    // An erased or merged chat takes its texts along.
    foreignKey({ columns: [table.widget_id, table.chat_id], foreignColumns: [chats.widget_id, chats.id] }).onDelete(
      'cascade',
    ),
    index('message_search_terms').using('gin', sql`message_terms(${table.widget_id}, ${table.text})`),
  ],
);
