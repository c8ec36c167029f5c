import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';

/**
 * Append-only facts about chats: whenever something counted changes, a trigger on `chats` writes what was (-1) and what
 * is (+1). The facts of a chat sum up to its current state, and stay when it is erased.
 */
export const chatFacts = pgTable(
  'chat_facts',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    chat_id: id().notNull(),
    sign: smallint().notNull(),
    /** Included in the hours. */
    is_added: boolean().notNull().default(false),
    /** When the chat began; all its facts count at that time. */
    opened_at: instant().notNull(),
    channel: text().notNull(),
    is_internal: boolean().notNull(),
    agent_id: id(),
    accepted_type: text(),
    accepted_by: id(),
    handled_type: text(),
    handled_by: id(),
    has_client_messages: boolean().notNull(),
    /** From the chat's start, and from the visitor's first message, to the first reply. */
    response_ms: bigint({ mode: 'number' }),
    first_response_ms: bigint({ mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    index('chat_facts_opened').on(table.widget_id, table.opened_at),
    index('chat_facts_new').on(table.widget_id).where(sql`NOT ${table.is_added}`),
  ],
);

const count = () => bigint({ mode: 'number' }).notNull().default(0);

/** Facts and messages by hour and channel. Only the roll-up job writes here. */
export const channelHours = pgTable(
  'channel_hours',
  {
    widget_id: id().notNull(),
    hour: instant().notNull(),
    channel: text().notNull(),
    is_internal: boolean().notNull(),
    chats: count(),
    written: count(),
    accepted_ai: count(),
    accepted_human: count(),
    handled_ai: count(),
    handled_human: count(),
    ai_to_human: count(),
    human_to_ai: count(),
    responded: count(),
    response_ms: count(),
    first_response_ms: count(),
    messages: count(),
  },
  (table) => [primaryKey({ columns: [table.widget_id, table.hour, table.channel, table.is_internal] })],
);

/** The same by agent: chats they own, accepted and handle, and messages they sent. */
export const agentHours = pgTable(
  'agent_hours',
  {
    widget_id: id().notNull(),
    hour: instant().notNull(),
    agent_id: id().notNull(),
    chats: count(),
    missed: count(),
    responded: count(),
    response_ms: count(),
    accepted: count(),
    handled: count(),
    messages: count(),
  },
  (table) => [primaryKey({ columns: [table.widget_id, table.hour, table.agent_id] })],
);

/** How far a widget's messages are rolled up. The job locks this row. */
export const statisticsProgress = pgTable('statistics_progress', {
  widget_id: id()
    .primaryKey()
    .references(() => widgets.id),
  /** Earlier hours are complete. */
  messages_until: instant().notNull().default('-infinity'),
});
