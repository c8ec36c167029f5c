import { foreignKey, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id } from '../../../infra/postgres/columns.ts';
import { agents } from '../../account/agents/tables.ts';
import { aiAssistants } from '../assistants/tables.ts';

/** What an agent of the types `ai` and `webhook` has beside its row in `agents`. */
export const aiOperators = pgTable(
  'ai_operators',
  {
    widget_id: id().notNull(),
    agent_id: id().notNull(),
    /** Null for an external operator. */
    assistant_id: id(),
    /** Null for the default name, which is translated. */
    name: text(),
    /** By language. */
    name_i18n: jsonb().$type<Record<string, string>>(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.agent_id] }),
    foreignKey({ columns: [table.widget_id, table.agent_id], foreignColumns: [agents.widget_id, agents.id] }),
    foreignKey({
      columns: [table.widget_id, table.assistant_id],
      foreignColumns: [aiAssistants.widget_id, aiAssistants.id],
    }),
  ],
);
