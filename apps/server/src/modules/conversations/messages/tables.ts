import { type FilledTemplate, type MessageDelivery, messageTypes } from '@parley/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { agents } from '../../account/agents/tables.ts';
import { files } from '../../account/files/tables.ts';
import { chats } from '../chats/tables.ts';

/** Content of a message besides its text and file. */
export interface Payload {
  coords?: { lat: number; lng: number };
  sticker?: { id: string };
  keyboard?: { buttons: { label: string; url: string; style: string }[] };
  /** Agents whom a note mentions. */
  mentions?: number[];
  /** What WhatsApp gets instead once the time for replies is over. */
  template?: FilledTemplate;
}

/** Messages and notes. */
export const messages = pgTable(
  'messages',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    chat_id: id().notNull(),
    /** Numbers the messages that the visitor sees, without gaps; null for a note. */
    seq: integer(),
    client_message_id: text(),
    sender: text({ enum: ['client', 'agent', 'ai', 'system'] }).notNull(),
    agent_id: id(),
    type: text({ enum: messageTypes }).notNull(),
    body: text(),
    markdown: text(),
    file_id: id(),
    payload: jsonb().$type<Payload>(),
    origin: text(),
    private: boolean().notNull().default(false),
    /** Sent to many people: it answers nothing, and statistics leave it out. */
    is_outreach: boolean().notNull().default(false),
    created_at: instant().notNull(),
    seen_at: instant(),
    /** Of a message to a customer in a messenger or a custom channel. */
    delivery: jsonb().$type<MessageDelivery>(),
    edited_at: instant(),
    deleted_at: instant(),
    /** The chat's version that the last change of its delivery or content made. */
    changed_version: id(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.chat_id, table.id] }),
    foreignKey({ columns: [table.widget_id, table.chat_id], foreignColumns: [chats.widget_id, chats.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [table.widget_id, table.agent_id], foreignColumns: [agents.widget_id, agents.id] }),
    foreignKey({ columns: [table.widget_id, table.file_id], foreignColumns: [files.widget_id, files.id] }),
    uniqueIndex('messages_seq').on(table.widget_id, table.chat_id, table.seq),
    uniqueIndex('messages_repeat')
      .on(table.widget_id, table.chat_id, table.client_message_id)
      .where(sql`${table.client_message_id} IS NOT NULL`),
    // For statistics.
    index('messages_time')
      .on(table.widget_id, table.created_at)
      .where(sql`NOT ${table.private} AND ${table.sender} <> 'system'`),
    index('messages_file').on(table.widget_id, table.file_id).where(sql`${table.file_id} IS NOT NULL`),
    index('messages_changed')
      .on(table.widget_id, table.chat_id, table.changed_version)
      .where(sql`${table.changed_version} IS NOT NULL`),
  ],
);

/** Which messages of a messenger are ours. A long message has several there. */
export const externalMessages = pgTable(
  'external_messages',
  {
    widget_id: id().notNull(),
    connection_id: id().notNull(),
    /** The messenger's own. */
    external_id: text().notNull(),
    chat_id: id().notNull(),
    message_id: id().notNull(),
    part: integer().notNull().default(0),
    at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.connection_id, table.external_id] }),
    index('external_messages_message').on(table.widget_id, table.chat_id, table.message_id),
    foreignKey({
      name: 'external_messages_message_fk',
      columns: [table.widget_id, table.chat_id, table.message_id],
      foreignColumns: [messages.widget_id, messages.chat_id, messages.id],
    }).onDelete('cascade'),
  ],
);
