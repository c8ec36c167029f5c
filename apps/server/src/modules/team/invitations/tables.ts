import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';

/** Invitations to join a widget; each holds a seat until it is accepted, withdrawn or expired. */
export const agentInvitations = pgTable(
  'agent_invitations',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    account_id: id().notNull(),
    email: text().notNull(),
    /** Of the token in the link. */
    token_hash: bytes().notNull(),
    /** Null until the mail is sent. */
    sent_at: instant(),
    created_at: instant().notNull(),
    /** Until the mail is sent: when it counts as lost. */
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
