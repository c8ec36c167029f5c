import { messageTypes } from '@parley/contract';
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
    created_at: instant().notNull(),
    seen_at: instant(),
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
  ],
);
