import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';

/** A widget's own wording of the phrases that the platform sends. */
export const aiPhrases = pgTable(
  'ai_phrases',
  {
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    key: text({ enum: ['handoff', 'offline', 'failure', 'takeover'] }).notNull(),
    locale: text().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.widget_id, table.key, table.locale] })],
);
