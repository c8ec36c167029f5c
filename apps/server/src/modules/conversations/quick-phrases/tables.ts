import { foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id } from '../../../infra/postgres/columns.ts';
import { agents } from '../../account/agents/tables.ts';

/** Saved replies of an agent. */
export const quickPhrases = pgTable(
  'quick_phrases',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    agent_id: id().notNull(),
    name: text().notNull(),
    phrase: text().notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.widget_id, table.agent_id], foreignColumns: [agents.widget_id, agents.id] }).onDelete(
      'cascade',
    ),
    primaryKey({ columns: [table.widget_id, table.id] }),
    index('quick_phrases_agent').on(table.widget_id, table.agent_id, table.id),
  ],
);
