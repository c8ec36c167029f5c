import { type Chat, chatStates, type LastMessage, type LogEntry } from '@parley/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
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

/** The part of a chat that seldom changes: its contact and agents. */
export const chats = pgTable(
  'chats',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    /** Null for the internal chat of a department. */
    contact_id: id(),
    channel: text().notNull(),
    /** Distinguishes chats on one custom channel; empty on the site. */
    external_channel_id: text().notNull().default(''),
    /** Last sender on a custom channel; replies go to them. */
    external_client_id: text(),
    /** Of a messenger: what its replies go through. */
    connection_id: id(),
    is_internal: boolean().notNull().default(false),
    department_id: id(),
    /** Somebody transferred the chat there, so that routing looks for an agent nowhere else until it is done. */
    is_department_chosen: boolean().notNull().default(false),
    source: jsonb().$type<Source>().notNull(),
    has_client_messages: boolean().notNull().default(false),
    /** The owner; never an AI operator. */
    agent_id: id(),
    /** Attached agents. */
    agents: id().array().notNull().default([]),
    accepted_by: id(),
    accepted_type: text({ enum: ['human', 'ai'] }),
    accepted_at: instant(),
    handled_by: id(),
    handled_type: text({ enum: ['human', 'ai'] }),
    handled_at: instant(),
    handling: text()
      .$type<Chat['handling']>()
      .notNull()
      .generatedAlwaysAs(
        sql`CASE WHEN accepted_type IS NULL THEN 'missed' WHEN handled_type = accepted_type THEN handled_type WHEN accepted_type = 'ai' THEN 'ai_to_human' ELSE 'human_to_ai' END`,
      ),
    ai_enabled: boolean().notNull().default(true),
    /** The AI or external operator who answered last. */
    ai_operator_id: id(),
    ai_paused_by: id(),
    ai_paused_at: instant(),
    rating_requested_at: instant(),
    /** A colleague assigned it to its owner, who has not opened it since. */
    is_new_to_owner: boolean().notNull().default(false),
    /** Agents mentioned in a note who have not opened it since. */
    mentioned: id().array().notNull().default([]),
    /** Times of the visitor's first message and of the first reply to it. */
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
    // One chat per contact and channel, reused from then on.
    uniqueIndex('chats_conversation').on(table.widget_id, table.contact_id, table.channel, table.external_channel_id),
    index('chats_page').on(table.widget_id, table.created_at, table.id),
    index('chats_channel').on(table.widget_id, table.channel, table.created_at, table.id),
    index('chats_written').on(table.widget_id, table.has_client_messages, table.created_at, table.id),
    // Null values have no useful order in `chats_agent`.
    index('chats_unassigned').on(table.widget_id, table.created_at, table.id).where(sql`${table.agent_id} IS NULL`),
    index('chats_agent').on(table.widget_id, table.agent_id, table.created_at, table.id),
    index('chats_handling').on(table.widget_id, table.handling, table.created_at, table.id),
    index('chats_department').on(table.widget_id, table.department_id, table.created_at, table.id),
  ],
);

/**
 * The part of a chat that every message changes, in a narrow row: its lock orders all changes of the chat, and a
 * message does not rewrite the indexes of `chats`.
 */
export const chatHeads = pgTable(
  'chat_heads',
  {
    widget_id: id().notNull(),
    chat_id: id().notNull(),
    /** Copied from the chat, for sorting. */
    created_at: instant().notNull(),
    state: text({ enum: chatStates }).notNull().default('active'),
    last_seq: integer().notNull().default(0),
    /** Raised by every change. */
    version: id().notNull().default(1),
    last_message_at: instant(),
    last_message: jsonb().$type<LastMessage>(),
    /**
     * Ten-minute bucket of the newest message, or of the chat if it has none. Sorts lists; changes as seldom as
     * `activity`.
     */
    recency: integer()
      .notNull()
      .generatedAlwaysAs(
        sql`floor(extract(epoch FROM coalesce(last_message_at, created_at) AT TIME ZONE 'UTC') / 600)::integer`,
      ),
    unread: integer().notNull().default(0),
    visitor_unread: integer().notNull().default(0),
    /** Highest `seq` that the visitor's browser received, the visitor saw, and an agent saw. */
    visitor_received_seq: integer().notNull().default(0),
    visitor_seen_seq: integer().notNull().default(0),
    /** Highest `seq` mailed to the visitor as unseen. */
    visitor_mailed_seq: integer().notNull().default(0),
    agent_seen_seq: integer().notNull().default(0),
    /** Time of the first unanswered message. */
    waiting_since: instant(),
    /** While done or spam: the wait that reopening restores. */
    waited_since: instant(),
    done_at: instant(),
    /** Null in `snoozed_until` means until the visitor writes. */
    snoozed_at: instant(),
    snoozed_until: instant(),
    /** Which wait agents were mailed about: its start, or ten minutes after it. */
    alerted_since: instant(),
    closed_at: instant(),
    close_reason: text(),
    api_reply_at: instant(),
    /** Who owns the next reply; null until a visitor's message decides it. */
    reply_owner: text({ enum: ['ai', 'human', 'support'] }),
    /** Raised when the reply that is being written must not be sent. */
    reply_turn: integer().notNull().default(0),
    /** When the AI escalated; until a person has replied. */
    handed_over_at: instant(),
    updated_at: instant().notNull(),
    /** Ten-minute bucket of `updated_at`, counted from 1970: changes so seldom that its index is cheap. */
    activity: integer().notNull(),
    /** Transaction of the last change. */
    changed_in: transactionId().notNull().default('0'),
    /** While a broadcast is newer: when the newest other message was sent. */
    silent_since: instant(),
    /** Time of the newest broadcast, until the visitor writes a week later. */
    broadcast_at: instant(),
    /** The sweep considers it. */
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

/** One call of a model or an external operator. */
export interface TurnAttempt {
  credential_id: number | null;
  provider: string;
  model: string | null;
  status: number | null;
  error: string | null;
  duration_ms: number;
}

export interface TurnSource {
  rule_id: number;
  source: string;
  source_label: string | null;
  score: number;
  similarity: number | null;
  cited: boolean;
}

/** What a prompt was built from, beside rows that never change. */
export interface PromptContext {
  locale: string;
  /** Whether people were at work, if the prompt says so. */
  is_anyone_at_work: boolean | null;
  /** The last message that the history contains. */
  last_seq: number;
  /** Texts of the knowledge base that it contains: rules change. */
  knowledge?: string[];
}

/** Replies of the AI, due or done: queue, log and explanation in one. */
export const aiTurns = pgTable(
  'ai_turns',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    chat_id: id().notNull(),
    /** The chat's `reply_turn` that it answers. */
    turn: integer().notNull(),
    kind: text({ enum: ['reply', 'draft', 'takeover'] }).notNull(),
    trigger_message_id: id(),
    /** The reply or the draft. */
    message_id: id(),
    /** When the draft was sent or discarded. */
    draft_used_at: instant(),
    operator_id: id(),
    assistant_id: id(),
    persona_version: integer(),
    outcome: text({
      enum: ['running', 'waiting', 'answered', 'drafted', 'escalated', 'superseded', 'failed'],
    }).notNull(),
    why: text(),
    attempts: jsonb().$type<TurnAttempt[]>().notNull().default([]),
    retrieval: text({ enum: ['hybrid', 'text', 'off'] })
      .notNull()
      .default('off'),
    sources: jsonb().$type<TurnSource[]>().notNull().default([]),
    context: jsonb().$type<PromptContext>(),
    input_tokens: integer().notNull().default(0),
    output_tokens: integer().notNull().default(0),
    cost_usd_micro: bigint({ mode: 'number' }).notNull().default(0),
    queued_ms: integer(),
    first_token_ms: integer(),
    duration_ms: integer(),
    /** When its answer arrived: a causation id serves once. */
    consumed_at: instant(),
    /** When a node takes it next: its lease while it runs, null once it is settled. */
    due_at: instant(),
    /** How many nodes have taken it: the one that holds the last lease may settle it. */
    leases: integer().notNull().default(0),
    created_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    foreignKey({ columns: [table.widget_id, table.chat_id], foreignColumns: [chats.widget_id, chats.id] }).onDelete(
      'cascade',
    ),
    index('ai_turns_due').on(table.widget_id, table.due_at).where(sql`${table.due_at} IS NOT NULL`),
    index('ai_turns_chat').on(table.widget_id, table.chat_id, table.id),
    index('ai_turns_operator').on(table.widget_id, table.operator_id, table.id),
    index('ai_turns_age').on(table.created_at),
    uniqueIndex('ai_turns_open')
      .on(table.widget_id, table.chat_id, table.kind)
      .where(sql`${table.due_at} IS NOT NULL AND ${table.kind} <> 'draft'`),
  ],
);

/** What an entry is about, by its type. */
export type EntryDetails = Partial<Pick<LogEntry, 'subject_id' | 'department_id' | 'until' | 'tag' | 'score'>>;

/** What an action changed, as it was before, for undoing it. */
export interface Before {
  chat?: Partial<typeof chats.$inferInsert>;
  head?: Partial<typeof chatHeads.$inferInsert>;
}

/** What happened to chats besides messages. */
export const chatLog = pgTable(
  'chat_log',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    chat_id: id().notNull(),
    type: text().$type<LogEntry['type']>().notNull(),
    by: text().$type<LogEntry['by']>().notNull(),
    agent_id: id(),
    details: jsonb().$type<EntryDetails>().notNull(),
    /** Null for what cannot be undone. */
    before: jsonb().$type<Before>(),
    created_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.chat_id, table.id] }),
    foreignKey({ columns: [table.widget_id, table.chat_id], foreignColumns: [chats.widget_id, chats.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [table.widget_id, table.agent_id], foreignColumns: [agents.widget_id, agents.id] }),
  ],
);
