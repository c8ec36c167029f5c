import type { NotificationKind, NotificationLine, RoutingLine } from '@parley/contract';
import { foreignKey, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { chats } from '../chats/tables.ts';

/** A line of a routing decision, without its time. */
export type RoutingEntry = Omit<RoutingLine, 'at'>;
/** A line about a notification, without its time and kind. */
export type NotificationEntry = Omit<NotificationLine, 'at' | 'kind'>;

/** Why a chat got its owner, and why its notifications were or were not sent. */
export const chatDecisions = pgTable(
  'chat_decisions',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    chat_id: id().notNull(),
    kind: text().$type<'routing' | NotificationKind>().notNull(),
    entries: jsonb().$type<(RoutingEntry | NotificationEntry)[]>().notNull(),
    created_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.chat_id, table.id] }),
    foreignKey({ columns: [table.widget_id, table.chat_id], foreignColumns: [chats.widget_id, chats.id] }).onDelete(
      'cascade',
    ),
    index('chat_decisions_age').on(table.created_at),
  ],
);
