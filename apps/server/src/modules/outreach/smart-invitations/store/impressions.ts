import type { ImpressionEvent } from '@parley/contract';
import { boolean, integer, pick } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import { fragment, param } from '../../../../infra/postgres/sql.ts';
import type { InWidget, Read, WidgetContext, Write } from '../../../../kernel/data/context.ts';
import { invitationImpressions, smartInvitations } from '../tables.ts';
import type { Reference } from './rules.ts';

interface Impression {
  id: string;
  invitation: string;
  reference: Reference;
  event: ImpressionEvent;
  locale: string | null;
}

/**
 * Records an event of an impression of an active invitation. One statement, which locks nothing that visitors share, and writes
 * nothing if the event is known. Nothing follows a visitor who was held out.
 */
export async function record({ sql, widgetId, now }: WidgetContext, impression: Impression) {
  const { id, invitation, reference, event, locale } = impression;
  const [widget, at] = [param(widgetId), param(now.toString())];
  const timeOf = (each: ImpressionEvent) => (event === each ? now.toString() : null);
  const rows = await sql.prepared({ is_active: boolean(), is_news: boolean() })`
    WITH active AS (
      SELECT FROM smart_invitations
      WHERE widget_id = ${widget} AND enabled AND deleted_at IS NULL
        AND (id = ${reference.ruleId} AND campaign_id IS NULL OR campaign_id = ${reference.campaignId})
        AND (starts_at IS NULL OR starts_at <= ${at}) AND (ends_at IS NULL OR ends_at > ${at})
    ), stored AS (
      INSERT INTO invitation_impressions AS i
        (widget_id, id, invitation, held_out, locale, shown_at, opened_at, dismissed_at, clicked_at)
      SELECT ${widget}, ${id}, ${invitation}, ${event === 'held_out'}::boolean, ${locale}, ${at}::timestamptz,
        ${timeOf('opened')}::timestamptz, ${timeOf('dismissed')}::timestamptz, ${timeOf('clicked')}::timestamptz
      FROM active
      ON CONFLICT (widget_id, id) DO UPDATE SET opened_at = coalesce(i.opened_at, excluded.opened_at),
        dismissed_at = coalesce(i.dismissed_at, excluded.dismissed_at), clicked_at = coalesce(i.clicked_at, excluded.clicked_at)
      WHERE i.invitation = excluded.invitation AND NOT i.held_out AND (
        i.opened_at IS NULL AND excluded.opened_at IS NOT NULL
        OR i.dismissed_at IS NULL AND excluded.dismissed_at IS NOT NULL
        OR i.clicked_at IS NULL AND excluded.clicked_at IS NOT NULL
      )
      RETURNING i.id
    )
    SELECT EXISTS (SELECT FROM active) AS is_active, EXISTS (SELECT FROM stored) AS is_news`;
  return onlyRow(rows);
}

const answeredColumns = pick(invitationImpressions, 'invitation', 'held_out', 'locale');

/** Marks that the visitor wrote, unless that is known or the impression is older. */
export async function markWrote({ sql, widgetId, now }: WidgetContext, id: string, since: Temporal.Instant) {
  const at = param(now.toString());
  const [marked] = await sql(answeredColumns)`
    UPDATE invitation_impressions SET wrote_at = ${at}, opened_at = CASE WHEN NOT held_out THEN coalesce(opened_at, ${at}) END
    WHERE widget_id = ${widgetId} AND id = ${id} AND shown_at > ${since.toString()} AND wrote_at IS NULL
    RETURNING invitation, held_out, locale`;
  return marked;
}

const countColumns = {
  held_out: integer(),
  shown: integer(),
  opened: integer(),
  dismissed: integer(),
  clicked: integer(),
  wrote: integer(),
  held_out_wrote: integer(),
};

const COUNTS = fragment`
  count(*) FILTER (WHERE held_out)::int AS held_out, count(*) FILTER (WHERE NOT held_out)::int AS shown,
  count(opened_at)::int AS opened, count(dismissed_at)::int AS dismissed, count(clicked_at)::int AS clicked,
  count(wrote_at) FILTER (WHERE NOT held_out)::int AS wrote,
  count(wrote_at) FILTER (WHERE held_out)::int AS held_out_wrote`;

const ruleColumns = {
  rule_id: smartInvitations.id,
  name: smartInvitations.name,
  deleted: boolean(),
  ...countColumns,
};

/** Rules that exist, with zeros, then deleted ones that were shown. */
export function countByRule(
  { sql, widgetId }: InWidget<Read>,
  { from, to }: { from: Temporal.Instant; to: Temporal.Instant },
) {
  const widget = param(widgetId);
  return sql(ruleColumns)`
    SELECT s.id AS rule_id, s.name, s.deleted_at IS NOT NULL AS deleted, coalesce(c.held_out, 0) AS held_out,
      coalesce(c.shown, 0) AS shown, coalesce(c.opened, 0) AS opened, coalesce(c.dismissed, 0) AS dismissed,
      coalesce(c.clicked, 0) AS clicked, coalesce(c.wrote, 0) AS wrote, coalesce(c.held_out_wrote, 0) AS held_out_wrote
    FROM smart_invitations s LEFT JOIN (
      SELECT invitation, ${COUNTS} FROM invitation_impressions
      WHERE widget_id = ${widget} AND shown_at >= ${from.toString()} AND shown_at < ${to.toString()} GROUP BY invitation
    ) AS c ON c.invitation = 'r' || s.id
    WHERE s.widget_id = ${widget} AND s.campaign_id IS NULL AND (s.deleted_at IS NULL OR c.invitation IS NOT NULL)
    ORDER BY s.deleted_at IS NOT NULL, s.priority, s.id`;
}

/** Of campaigns with impressions, over their whole lives. The index has campaigns only, hence the pattern. */
export function countByKey({ sql, widgetId }: InWidget<Read>, keys: string[]) {
  return sql({ invitation: invitationImpressions.invitation, ...countColumns })`
    SELECT invitation, ${COUNTS} FROM invitation_impressions
    WHERE widget_id = ${widgetId} AND invitation = ANY (${keys}::text[]) AND invitation LIKE 'c%' GROUP BY invitation`;
}

/** Returns how many. */
export async function removeOld({ sql }: Write, before: string, limit: number) {
  const rows = await sql({ count: integer() })`
    WITH gone AS (
      DELETE FROM invitation_impressions WHERE ctid IN (
        SELECT ctid FROM invitation_impressions WHERE shown_at < ${before} LIMIT ${limit})
      RETURNING id
    ) SELECT count(*)::int AS count FROM gone`;
  return onlyRow(rows).count;
}
