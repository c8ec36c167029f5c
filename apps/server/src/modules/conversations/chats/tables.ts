import { chatStates, type LastMessage } from '@parley/contract';
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
import { id, instant, transactionId } from '../../../infra/postgres/columns.ts';
import { agents } from '../../account/agents/tables.ts';
import { widgets } from '../../account/widgets/tables.ts';
import { contacts } from '../../people/contacts/tables.ts';

export interface Source {
  page: string | null;
  referrer: string | null;
  language: string | null;
}

/** What seldom changes of a chat: with whom it is, and who answers. */
export const chats = pgTable(
  'chats',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    /** Nobody in the internal room of a department. */
    contact_id: id(),
    channel: text().notNull(),
    /** Which conversation of a channel it is; empty on the site. */
    external_channel_id: text().notNull().default(''),
    /** Who wrote last on the other side of a custom channel: replies go to them. */
    external_client_id: text(),
    is_internal: boolean().notNull().default(false),
    department_id: id(),
    source: jsonb().$type<Source>().notNull(),
    has_client_messages: boolean().notNull().default(false),
    /** The owner by routing, never the AI. */
    agent_id: id(),
    /** Who was added beside the owner. */
    agents: id().array().notNull().default([]),
    accepted_by: id(),
    accepted_type: text({ enum: ['human', 'ai'] }),
    accepted_at: instant(),
    handled_by: id(),
    handled_type: text({ enum: ['human', 'ai'] }),
    handled_at: instant(),
    handling: text()
      .notNull()
      .generatedAlwaysAs(
        sql`CASE WHEN accepted_type IS NULL THEN 'missed' WHEN handled_type = accepted_type THEN handled_type WHEN accepted_type = 'ai' THEN 'ai_to_human' ELSE 'human_to_ai' END`,
      ),
    ai_enabled: boolean().notNull().default(true),
    ai_paused_by: id(),
    ai_paused_at: instant(),
    rating_requested_at: instant(),
    /** The visitor's first message, and the first answer after it. */
    first_client_at: instant(),
    responded_at: instant(),
    created_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    foreignKey({
      columns: [table.widget_id, table.contact_id],
      foreignColumns: [contacts.widget_id, contacts.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.widget_id, table.agent_id], foreignColumns: [agents.widget_id, agents.id] }),
    // One conversation per contact and channel; a later message goes on in it.
    uniqueIndex('chats_conversation').on(table.widget_id, table.contact_id, table.channel, table.external_channel_id),
    index('chats_page').on(table.widget_id, table.created_at, table.id),
    index('chats_channel').on(table.widget_id, table.channel, table.created_at, table.id),
    index('chats_written').on(table.widget_id, table.has_client_messages, table.created_at, table.id),
    // What is null has no order of its own in an index of it.
    index('chats_unassigned').on(table.widget_id, table.created_at, table.id).where(sql`${table.agent_id} IS NULL`),
    index('chats_agent').on(table.widget_id, table.agent_id, table.created_at, table.id),
    index('chats_handling').on(table.widget_id, table.handling, table.created_at, table.id),
    index('chats_department').on(table.widget_id, table.department_id, table.created_at, table.id),
  ],
);

/**
 * What every message changes of a chat, in a narrow row of its own: its lock orders all changes of the chat, and a
 * message does not rewrite the indexes of `chats`.
 */
export const chatHeads = pgTable(
  'chat_heads',
  {
    widget_id: id().notNull(),
    chat_id: id().notNull(),
    /** Of the chat, to sort by. */
    created_at: instant().notNull(),
    state: text({ enum: chatStates }).notNull().default('active'),
    /** Of the newest message that the visitor sees. */
    last_seq: integer().notNull().default(0),
    /** Raised by every change. */
    version: id().notNull().default(1),
    last_message_at: instant(),
    last_message: jsonb().$type<LastMessage>(),
    /** The ten minutes of the newest message, or of the chat without one: to sort by, and as cheap as `activity`. */
    recency: integer()
      .notNull()
      .generatedAlwaysAs(
        sql`floor(extract(epoch FROM coalesce(last_message_at, created_at) AT TIME ZONE 'UTC') / 600)::integer`,
      ),
    /** Messages of the visitor that no agent has seen. */
    unread: integer().notNull().default(0),
    /** Messages that the visitor has not seen. */
    visitor_unread: integer().notNull().default(0),
    /** Up to which message the visitor's browser has all, the visitor has seen all, and an agent has seen the visitor's. */
    visitor_received_seq: integer().notNull().default(0),
    visitor_seen_seq: integer().notNull().default(0),
    /** Up to which message the visitor was sent by mail what they had not seen. */
    visitor_mailed_seq: integer().notNull().default(0),
    agent_seen_seq: integer().notNull().default(0),
    /** Of the first message that nobody has answered. */
    waiting_since: instant(),
    done_at: instant(),
    /** Put aside until this moment, or else until the visitor writes. */
    snoozed_at: instant(),
    snoozed_until: instant(),
    /** How far into a wait agents were told of it by mail: its beginning, or ten minutes later. */
    alerted_since: instant(),
    closed_at: instant(),
    close_reason: text(),
    api_reply_at: instant(),
    updated_at: instant().notNull(),
    /** The ten minutes `updated_at` is in, counted from 1970: so seldom changed that an index of it costs nothing. */
    activity: integer().notNull(),
    /** The transaction that raised the version last. */
    changed_in: transactionId().notNull().default('0'),
    /** The sweep has to look at it. */
    is_live: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.chat_id] }),
    foreignKey({ columns: [table.widget_id, table.chat_id], foreignColumns: [chats.widget_id, chats.id] }).onDelete(
      'cascade',
    ),
    index('chat_heads_state').on(table.widget_id, table.state, table.created_at, table.chat_id),
    index('chat_heads_waiting')
      .on(table.widget_id, table.created_at, table.chat_id)
      .where(sql`${table.waiting_since} IS NOT NULL`),
    index('chat_heads_longest')
      .on(table.widget_id, table.waiting_since, table.chat_id)
      .where(sql`${table.waiting_since} IS NOT NULL`),
    index('chat_heads_recent').on(table.widget_id, table.recency),
    index('chat_heads_inbox')
      .on(table.widget_id, table.recency)
      .where(sql`${table.done_at} IS NULL AND ${table.snoozed_at} IS NULL AND ${table.state} <> 'spam'`),
    index('chat_heads_snoozed').on(table.widget_id, table.snoozed_until).where(sql`${table.snoozed_at} IS NOT NULL`),
    index('chat_heads_open').on(table.widget_id, table.created_at, table.chat_id).where(sql`${table.done_at} IS NULL`),
    index('chat_heads_activity').on(table.widget_id, table.activity),
    index('chat_heads_live').on(table.widget_id, table.chat_id).where(sql`${table.is_live}`),
  ],
);
