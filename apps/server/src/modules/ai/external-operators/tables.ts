import { externalOperatorEvents, externalOperatorStates } from '@parley/contract';
import { foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant, sealed } from '../../../infra/postgres/columns.ts';
import { agents } from '../../account/agents/tables.ts';

/** AI operators that run elsewhere and are called over HTTP. */
export const externalOperators = pgTable(
  'external_operators',
  {
    widget_id: id().notNull(),
    /** Its agent; names are in `ai_operators`. */
    agent_id: id().notNull(),
    public_id: text().notNull().unique(),
    url: text().notNull(),
    events: text({ enum: externalOperatorEvents }).array().notNull(),
    state: text({ enum: externalOperatorStates }).notNull().default('draft'),
    api_key: sealed(),
    /** Signs calls. */
    secret: sealed().notNull(),
    /** Last successful test since the URL or the secret changed. */
    tested_at: instant(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.agent_id] }),
    foreignKey({ columns: [table.widget_id, table.agent_id], foreignColumns: [agents.widget_id, agents.id] }),
  ],
);
