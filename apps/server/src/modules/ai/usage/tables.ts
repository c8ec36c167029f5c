import { bigint, date, foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';
import { contacts } from '../../people/contacts/tables.ts';

/** Model calls by day in the account's time zone. */
export const aiUsage = pgTable(
  'ai_usage',
  {
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    date: date({ mode: 'string' }).notNull(),
    /** 0 for calls without an assistant. */
    assistant_id: id().notNull(),
    model: text().notNull(),
    purpose: text().notNull(),
    calls: integer().notNull(),
    failures: integer().notNull(),
    input_tokens: bigint({ mode: 'number' }).notNull(),
    output_tokens: bigint({ mode: 'number' }).notNull(),
    cost_usd_micro: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.widget_id, table.date, table.assistant_id, table.model, table.purpose] })],
);

/** What replies to one visitor cost in a day, for the budget of a visitor. */
export const aiVisitorUsage = pgTable(
  'ai_visitor_usage',
  {
    widget_id: id().notNull(),
    contact_id: id().notNull(),
    date: date({ mode: 'string' }).notNull(),
    tokens: bigint({ mode: 'number' }).notNull(),
    cost_usd_micro: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.contact_id, table.date] }),
    foreignKey({
      columns: [table.widget_id, table.contact_id],
      foreignColumns: [contacts.widget_id, contacts.id],
    }).onDelete('cascade'),
  ],
);
