import type { SettingValues } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { id, instant, sealed } from '../../../infra/postgres/columns.ts';
import { accounts } from '../users/tables.ts';

/** The tenant: one chat on one site, and everything that belongs to it. */
export const widgets = pgTable(
  'widgets',
  {
    id: id().primaryKey().generatedAlwaysAsIdentity(),
    account_id: id()
      .notNull()
      .references(() => accounts.id),
    /** Public name of the widget. */
    button_guid: text().notNull().unique(),
    /** "Allow widget API (JS and REST)". */
    api_enabled: boolean().notNull().default(false),
    /** For the team; visitors see the setting `widget_name`. */
    name: text(),
    /** Sites the widget is allowed on; empty: all. */
    domains: text().array().notNull().default([]),
    /** Key with which the site signs user ids. */
    identity_key: sealed(),
    /** Key of the hashes of suppressed addresses, and of links in e-mails. Made when first needed. */
    address_key: sealed(),
    config_revision: id().notNull().default(1),
    created_at: instant().notNull(),
  },
  (table) => [index('widgets_account').on(table.account_id), unique('widgets_tenant').on(table.account_id, table.id)],
);

/** Settings that differ from the defaults. */
export const widgetSettings = pgTable('widget_settings', {
  widget_id: id()
    .primaryKey()
    .references(() => widgets.id),
  /** By name; settings left out have the contract's defaults. */
  values: jsonb().$type<SettingValues>().notNull().default({}),
  /** By language. */
  quick_phrases: jsonb().$type<Record<string, string[]>>().notNull().default({}),
  /** Raised by every change of the languages. */
  policy_revision: integer().notNull().default(1),
  /** Raised by every change of what is to be translated. */
  translation_revision: integer().notNull().default(1),
  updated_at: instant().notNull(),
});

/** The domain that names a widget's site in texts. */
export const firstDomain = sql<string | null>`${widgets.domains}[1]`;
