import type { InvitationRuleContent } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';

const ofWidget = () =>
  id()
    .notNull()
    .references(() => widgets.id);

/** Members of a rule that no statement looks at. */
export type RuleSettings = Omit<InvitationRuleContent, 'name' | 'enabled' | 'priority' | 'starts_at' | 'ends_at'>;

/** Rules of smart invitations. A deleted one is kept as long as its impressions. */
export const smartInvitations = pgTable(
  'smart_invitations',
  {
    widget_id: ofWidget(),
    id: id().notNull().generatedAlwaysAsIdentity(),
    version: integer().notNull().default(1),
    /** The on-site campaign whose rule this is; it is no rule of the widget then. */
    campaign_id: id(),
    name: text().notNull(),
    enabled: boolean().notNull(),
    priority: integer().notNull(),
    starts_at: instant(),
    ends_at: instant(),
    settings: jsonb().$type<RuleSettings>().notNull(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
    deleted_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    uniqueIndex('smart_invitations_campaign')
      .on(table.widget_id, table.campaign_id)
      .where(sql`${table.campaign_id} IS NOT NULL`),
    index('smart_invitations_deleted').on(table.deleted_at).where(sql`${table.deleted_at} IS NOT NULL`),
  ],
);

export const invitationTemplates = pgTable(
  'invitation_templates',
  {
    widget_id: ofWidget(),
    id: id().notNull().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    rule: jsonb().$type<InvitationRuleContent>().notNull(),
    created_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.widget_id, table.id] })],
);

/**
 * Times that an invitation was shown to a visitor, or held back from one. A row each, since a counter would be updated by
 * every visitor at once.
 */
export const invitationImpressions = pgTable(
  'invitation_impressions',
  {
    // No foreign key: its check would lock the widget's row for every visitor.
    widget_id: id().notNull(),
    /** The browser's own. */
    id: text().notNull(),
    /** `r7` is a rule, `c5` a campaign. */
    invitation: text().notNull(),
    held_out: boolean().notNull(),
    /** The language it was shown in. */
    locale: text(),
    shown_at: instant().notNull(),
    opened_at: instant(),
    dismissed_at: instant(),
    clicked_at: instant(),
    wrote_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    index('invitation_impressions_shown').on(table.widget_id, table.shown_at),
    // Counted over whole lives, while rules are counted by period.
    index('invitation_impressions_campaign')
      .on(table.widget_id, table.invitation)
      .where(sql`${table.invitation} LIKE 'c%'`),
    index('invitation_impressions_age').using('brin', table.shown_at),
  ],
);
