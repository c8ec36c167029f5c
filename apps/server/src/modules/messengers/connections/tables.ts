import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, id, instant, sealed } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';
import { chats } from '../../conversations/chats/tables.ts';
import { contacts } from '../../people/contacts/tables.ts';
import type { Account, State, Vendor } from '../drivers/index.ts';

/**
 * Accounts of ours at vendors. A widget has one row a provider, one a VK community and one an Avito cabinet; a row that is
 * disconnected keeps its id, so that its chats go on when it is connected again.
 */
export const messengerConnections = pgTable(
  'messenger_connections',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    provider: text().$type<Vendor>().notNull(),
    /** Empty, or the account of a community or cabinet. */
    slot: text().notNull().default(''),
    /** The bot, page or number; null until the vendor has said which. */
    account: jsonb().$type<Account>(),
    account_id: text(),
    url: text(),
    /** What the vendor says that customers follow. */
    link: text(),
    /** The credential. Null: disconnected. */
    token: sealed(),
    token_hash: bytes(),
    sid: sealed(),
    /** Of `wa`: the number is rented from Twilio, not from Meta. */
    is_twilio: boolean().notNull().default(false),
    app_secret: sealed(),
    /** In the address of the hook. */
    hook_key: sealed(),
    hook_key_hash: bytes(),
    state: jsonb().$type<State>().notNull().default({}),
    is_registered: boolean().notNull().default(false),
    mode: text({ enum: ['webhook', 'polling', 'manual', 'none'] })
      .notNull()
      .default('none'),
    reason: text(),
    detail: text(),
    checked_at: instant(),
    /** Of a cabinet. */
    status: text({ enum: ['enabled', 'disabled', 'suspended_by_billing'] })
      .notNull()
      .default('enabled'),
    is_primary: boolean().notNull().default(false),
    /** Raised by everything that replaces or removes the credential. */
    revision: integer().notNull().default(0),
    /** Calls of the vendor that change something are made by one request or job at a time: who, and until when. */
    busy_by: text(),
    busy_until: instant(),
    /** Since then nothing is sent: the vendor rejected the credential. */
    rejected_at: instant(),
    alerted_at: instant(),
    /** Where the next poll starts. */
    poll_position: text(),
    /** When it is polled next; while a node polls, when its lease expires. Null: not polled. */
    poll_due_at: instant(),
    connected_at: instant(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    uniqueIndex('messenger_connections_id').on(table.id),
    uniqueIndex('messenger_connections_slot').on(table.widget_id, table.provider, table.slot),
    // An account sends its updates to one widget.
    uniqueIndex('messenger_connections_account')
      .on(table.provider, table.account_id)
      .where(sql`${table.token} IS NOT NULL AND ${table.account_id} IS NOT NULL`),
    // So does a token, of vendors that name no account.
    uniqueIndex('messenger_connections_token')
      .on(table.provider, table.token_hash)
      .where(sql`${table.provider} IN ('ok', 'cian', 'ali')`),
    uniqueIndex('messenger_connections_hook').on(table.hook_key_hash),
    index('messenger_connections_poll').on(table.poll_due_at).where(sql`${table.poll_due_at} IS NOT NULL`),
  ],
);

/** When the next message of a connection may be sent, so that all nodes together keep its pace. */
export const messengerPaces = pgTable('messenger_paces', {
  connection_id: id().primaryKey(),
  next_at: instant().notNull(),
});

/** Who a vendor's person is. */
export const messengerPeople = pgTable(
  'messenger_people',
  {
    widget_id: id().notNull(),
    provider: text().$type<Vendor>().notNull(),
    /** The vendor's id; where it differs from account to account, with ours before it. */
    external_id: text().notNull(),
    contact_id: id().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.provider, table.external_id] }),
    foreignKey({
      columns: [table.widget_id, table.contact_id],
      foreignColumns: [contacts.widget_id, contacts.id],
    }).onDelete('cascade'),
    index('messenger_people_contact').on(table.widget_id, table.contact_id),
  ],
);

/** What is known of the other side of a chat. */
export const messengerChats = pgTable(
  'messenger_chats',
  {
    widget_id: id().notNull(),
    chat_id: id().notNull(),
    connection_id: id().notNull(),
    /** The account of ours that the customer wrote to. */
    account_id: text(),
    /** The vendor's ids of the person and the conversation. */
    person: text().notNull(),
    conversation: text().notNull(),
    /** The vendor's id of the customer's newest message. */
    last_message: text(),
    /** Until then the vendor allows replies; null: always. */
    reply_until: instant(),
    blocked_at: instant(),
    /** The pace of the chat: before then nothing is sent. */
    next_send_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.chat_id] }),
    foreignKey({ columns: [table.widget_id, table.chat_id], foreignColumns: [chats.widget_id, chats.id] }).onDelete(
      'cascade',
    ),
    index('messenger_chats_conversation').on(table.connection_id, table.conversation),
  ],
);

/** Visits of Avito's page that have not come back. Each serves once. */
export const avitoVisits = pgTable('avito_visits', {
  hash: bytes().primaryKey(),
  widget_id: id()
    .notNull()
    .references(() => widgets.id),
  user_id: id().notNull(),
  expires_at: instant().notNull(),
});
