import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';

/** When a host last had a visitor; written when visits end. */
export const siteSightings = pgTable(
  'site_sightings',
  {
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    host: text().notNull(),
    seen_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.widget_id, table.host] }), index('site_sightings_age').on(table.seen_at)],
);

/** Page views on hosts where the widget isn't allowed, by day in the account's time zone. */
export const blockedSites = pgTable(
  'blocked_sites',
  {
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    day: date({ mode: 'string' }).notNull(),
    host: text().notNull(),
    count: integer().notNull().default(1),
    last_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.day, table.host] }),
    index('blocked_sites_age').on(table.last_at),
  ],
);
