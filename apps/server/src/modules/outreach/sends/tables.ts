import { type Audience, pauseReasons, sendStatuses } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';

/** What every kind of send has in its settings. */
export interface SharedSettings {
  audience?: Audience;
  send_at?: string;
  window?: { from: string; to: string };
  rate_per_minute?: number;
  min_gap_hours?: number;
}

/** Broadcasts, and campaigns by their type. */
const sendKinds = ['broadcast', 'email', 'onsite'] as const;

/** Broadcasts and campaigns: messages to many people. */
export const sends = pgTable(
  'sends',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    kind: text({ enum: sendKinds }).notNull(),
    /** What it goes through, as in `chats.channel`. */
    channel: text().notNull(),
    name: text().notNull(),
    settings: jsonb().$type<SharedSettings & Record<string, unknown>>().notNull(),
    status: text({ enum: sendStatuses }).notNull().default('draft'),
    pause_reason: text({ enum: pauseReasons }),
    /** What a paused one goes back to. */
    paused_from: text({ enum: ['scheduled', 'running'] }),
    consent_at: instant(),
    consent_token_id: id(),
    consent_agent_id: id(),
    scheduled_for: instant(),
    /** When an on-site campaign finishes by itself. */
    ends_at: instant(),
    started_at: instant(),
    finished_at: instant(),
    /** Contacts up to this one have been looked at while the recipients are fixed. */
    frozen_up_to: id().notNull().default(0),
    /** When the recipients were all fixed. */
    frozen_at: instant(),
    /** How often in a row the mail server took nothing, and until when no mail is handed to it. */
    refusals: integer().notNull().default(0),
    retry_at: instant(),
    /** How many had been tried and had failed when it was last resumed: what follows is judged apart. */
    tried_before: integer().notNull().default(0),
    failed_before: integer().notNull().default(0),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    index('sends_kind').on(table.widget_id, table.kind, table.id),
    // What the engine has to do.
    index('sends_active').on(table.widget_id, table.id).where(sql`${table.status} IN ('scheduled', 'running')`),
  ],
);

/** When the next message may go out: of a send with a rate, and of a messenger, whose pace all sends share. */
export const sendPaces = pgTable(
  'send_paces',
  {
    widget_id: id().notNull(),
    /** `send 5`, or a channel. */
    name: text().notNull(),
    next_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.widget_id, table.name] })],
);
