import { foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from '../../../infra/postgres/columns.ts';
import { chats } from '../../conversations/chats/tables.ts';

/** Requests of external operators that a repeated call must not do twice, kept for 90 days. */
export const bridgeRequests = pgTable(
  'bridge_requests',
  {
    widget_id: id().notNull(),
    kind: text({ enum: ['update', 'review'] }).notNull(),
    /** The caller's. */
    request_id: text().notNull(),
    chat_id: id().notNull(),
    /** Hash of what was asked. */
    content: bytes().notNull(),
    /** Who was rated. */
    agent_id: id(),
    created_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.kind, table.request_id] }),
    foreignKey({ columns: [table.widget_id, table.chat_id], foreignColumns: [chats.widget_id, chats.id] }).onDelete(
      'cascade',
    ),
  ],
);
