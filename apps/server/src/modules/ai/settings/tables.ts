import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';

/** What an installation had before assistants; imported by the command line. */
export interface LegacyPersona {
  persona: string;
  system_prompt?: string;
  greeting?: string;
}

/** One row per widget; a widget without one has the defaults. */
export const aiSettings = pgTable('ai_settings', {
  widget_id: id()
    .primaryKey()
    .references(() => widgets.id),
  enabled: boolean().notNull().default(false),
  rag_enabled: boolean().notNull().default(true),
  shadow_mode: boolean().notNull().default(false),
  autonomous_tuning_enabled: boolean().notNull().default(false),
  presence_context_enabled: boolean().notNull().default(true),
  /** 0 for never. */
  takeover_timeout_sec: integer().notNull().default(0),
  offline_outcome_mode: text({ enum: ['always', 'suppress_after_safe_reply'] })
    .notNull()
    .default('always'),
  budget_visitor_tokens: bigint({ mode: 'number' }).default(100_000),
  budget_widget_tokens: bigint({ mode: 'number' }).default(5_000_000),
  budget_visitor_usd_micro: bigint({ mode: 'number' }),
  budget_widget_usd_micro: bigint({ mode: 'number' }),
  legacy_persona: jsonb().$type<LegacyPersona>(),
  /** The assistant made from the legacy persona. */
  migrated_assistant_id: id(),
  /** Names the state of what decides who answers: changed with settings, assistants, operators and credentials. */
  revision: uuid().notNull().defaultRandom(),
  updated_at: instant().notNull(),
});
