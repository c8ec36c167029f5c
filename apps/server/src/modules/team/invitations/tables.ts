import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';

/** Who was asked by mail to join a widget: each keeps a seat, until it is accepted, taken back or over. */
export const agentInvitations = pgTable(
  'agent_invitations',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    account_id: id().notNull(),
    email: text().notNull(),
    /** Of the token in the link. */
    token_hash: bytes().notNull(),
    /** Null while the mail is on its way. */
    sent_at: instant(),
    created_at: instant().notNull(),
    /** Of one whose mail is on its way: when it counts as lost. */
    expires_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    foreignKey({ columns: [table.account_id, table.widget_id], foreignColumns: [widgets.account_id, widgets.id] }),
    uniqueIndex('agent_invitations_email').on(table.widget_id, sql`lower(${table.email})`),
    index('agent_invitations_account').on(table.account_id),
    uniqueIndex('agent_invitations_token').on(table.token_hash),
  ],
);
