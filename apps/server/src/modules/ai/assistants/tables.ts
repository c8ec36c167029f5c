import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';

export const aiAssistants = pgTable(
  'ai_assistants',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    name: text().notNull(),
    enabled: boolean().notNull().default(true),
    is_default: boolean().notNull().default(false),
    temperature: doublePrecision(),
    rag_enabled: boolean().notNull().default(true),
    escalation_triggers: text().array().notNull().default([]),
    greeting: text(),
    quick_phrases: text().array().notNull().default([]),
    /** By language. */
    greeting_i18n: jsonb().$type<Record<string, string>>(),
    quick_phrases_i18n: jsonb().$type<Record<string, string[]>>(),
    /** Labels; the driver comes from the credential. */
    provider: text(),
    model: text(),
    /** The version of its persona and system prompt that is in use. */
    persona_version: integer().notNull().default(1),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
    /** A deleted one stays for the explanations of its replies. */
    deleted_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    uniqueIndex('ai_assistants_default').on(table.widget_id).where(sql`${table.is_default}`),
  ],
);

/** Every persona and system prompt that an assistant had. */
export const aiPersonaVersions = pgTable(
  'ai_persona_versions',
  {
    widget_id: id().notNull(),
    assistant_id: id().notNull(),
    version: integer().notNull(),
    persona: text(),
    system_prompt: text(),
    created_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.assistant_id, table.version] }),
    foreignKey({
      columns: [table.widget_id, table.assistant_id],
      foreignColumns: [aiAssistants.widget_id, aiAssistants.id],
    }),
  ],
);
