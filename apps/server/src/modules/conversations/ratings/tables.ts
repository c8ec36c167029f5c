import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { agents } from '../../account/agents/tables.ts';
import { contacts } from '../../people/contacts/tables.ts';
import { chats } from '../chats/tables.ts';

/** One score per contact and agent. */
export const ratings = pgTable(
  'ratings',
  {
    widget_id: id().notNull(),
    agent_id: id().notNull(),
    contact_id: id().notNull(),
    score: integer().notNull(),
    comment: text(),
    /** The chat in which the current score was given. */
    chat_id: id(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.agent_id, table.contact_id] }),
    foreignKey({ columns: [table.widget_id, table.agent_id], foreignColumns: [agents.widget_id, agents.id] }),
    foreignKey({
      columns: [table.widget_id, table.contact_id],
      foreignColumns: [contacts.widget_id, contacts.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.widget_id, table.chat_id], foreignColumns: [chats.widget_id, chats.id] }).onDelete(
      'cascade',
    ),
    index('ratings_page').on(table.widget_id, table.updated_at, table.agent_id, table.contact_id),
    index('ratings_agent').on(table.widget_id, table.agent_id, table.updated_at, table.contact_id),
    index('ratings_contact').on(table.widget_id, table.contact_id, table.updated_at),
    index('ratings_chat').on(table.widget_id, table.chat_id),
  ],
);
