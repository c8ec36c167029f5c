import { credentialProviders } from '@parley/contract';
import { type AnyPgColumn, boolean, doublePrecision, foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant, sealed } from '../../../infra/postgres/columns.ts';
import { agents } from '../../account/agents/tables.ts';
import { widgets } from '../../account/widgets/tables.ts';
import { aiAssistants } from '../assistants/tables.ts';

/** Keys of model providers. */
export const aiCredentials = pgTable(
  'ai_credentials',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    provider: text({ enum: credentialProviders }).notNull(),
    api_key: sealed(),
    base_url: text(),
    model: text(),
    embedding_model: text(),
    /** Signs calls of a webhook. */
    signing_secret: sealed(),
    /** US dollars a million tokens. */
    price_input: doublePrecision(),
    price_output: doublePrecision(),
    is_active: boolean().notNull().default(true),
    /** Its scope: an assistant, an operator, or with neither the widget. */
    assistant_id: id(),
    operator_id: id(),
    backup_credential_id: id(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    foreignKey({
      columns: [table.widget_id, table.assistant_id],
      foreignColumns: [aiAssistants.widget_id, aiAssistants.id],
    }),
    foreignKey({ columns: [table.widget_id, table.operator_id], foreignColumns: [agents.widget_id, agents.id] }),
    foreignKey({
      columns: [table.widget_id, table.backup_credential_id],
      foreignColumns: [table.widget_id, table.id] as [AnyPgColumn, AnyPgColumn],
    }),
  ],
);
