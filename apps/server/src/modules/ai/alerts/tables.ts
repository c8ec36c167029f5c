import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { agents } from '../../account/agents/tables.ts';
import { widgets } from '../../account/widgets/tables.ts';

/** What went wrong with the AI of a widget. */
export const aiAlerts = pgTable(
  'ai_alerts',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    kind: text({
      enum: [
        'provider_failed',
        'credential_missing',
        'budget_visitor',
        'budget_widget',
        'external_failed',
        'retrieval_failed',
        'crawl_failed',
      ],
    }).notNull(),
    /** What it is about. A repetition of an open alert counts in it. */
    subject: text().notNull(),
    detail: text().notNull(),
    credential_id: id(),
    operator_id: id(),
    chat_id: id(),
    count: integer().notNull().default(1),
    created_at: instant().notNull(),
    last_at: instant().notNull(),
    acknowledged_at: instant(),
    acknowledged_by: id(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    foreignKey({ columns: [table.widget_id, table.acknowledged_by], foreignColumns: [agents.widget_id, agents.id] }),
    uniqueIndex('ai_alerts_open')
      .on(table.widget_id, table.kind, table.subject)
      .where(sql`${table.acknowledged_at} IS NULL`),
    index('ai_alerts_unacknowledged').on(table.widget_id, table.id).where(sql`${table.acknowledged_at} IS NULL`),
  ],
);
