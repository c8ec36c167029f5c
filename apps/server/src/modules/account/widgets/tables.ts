import type { SettingValues } from '@parley/contract';
import { boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { id, instant, sealed } from '../../../infra/postgres/columns.ts';
import { accounts } from '../users/tables.ts';

/** The tenant: a chat button on a site, and all that comes through it. */
export const widgets = pgTable(
  'widgets',
  {
    id: id().primaryKey().generatedAlwaysAsIdentity(),
    account_id: id()
      .notNull()
      .references(() => accounts.id),
    /** Names the widget in public. */
    button_guid: text().notNull().unique(),
    /** "Allow widget API (JS and REST)". */
    api_enabled: boolean().notNull().default(false),
    domain: text(),
    /** What the site signs the ids of its users with. */
    identity_key: sealed(),
    /** Raised by every write that makes the served configuration stale. */
    config_revision: id().notNull().default(1),
    created_at: instant().notNull(),
  },
  (table) => [index('widgets_account').on(table.account_id), unique('widgets_tenant').on(table.account_id, table.id)],
);

/** How the widget looks and behaves, where its owner has said so. */
export const widgetSettings = pgTable('widget_settings', {
  widget_id: id()
    .primaryKey()
    .references(() => widgets.id),
  /** What was set, by name; everything else is as the contract says by default. */
  values: jsonb().$type<SettingValues>().notNull().default({}),
  /** What a visitor may ask with one click, by language. */
  quick_phrases: jsonb().$type<Record<string, string[]>>().notNull().default({}),
  /** Raised by every change of the languages. */
  policy_revision: integer().notNull().default(1),
  /** Raised by every change of what is to be translated. */
  translation_revision: integer().notNull().default(1),
  updated_at: instant().notNull(),
});
