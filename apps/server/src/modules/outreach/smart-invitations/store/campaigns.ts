import type { InWidget } from '../../../../kernel/data/context.ts';
import type { NewRule } from './rules.ts';

/** The rule of a campaign stays as it was when the campaign started; only whether it is enabled changes. */
export async function save({ sql, widgetId, now }: InWidget, campaignId: number, rule: NewRule) {
  const { name, enabled, priority, starts_at, ends_at, settings } = rule;
  await sql`
    INSERT INTO smart_invitations AS s
      (widget_id, campaign_id, name, enabled, priority, starts_at, ends_at, settings, created_at, updated_at)
    VALUES (${widgetId}, ${campaignId}, ${name}, ${enabled}, ${priority}, ${starts_at}, ${ends_at},
      ${JSON.stringify(settings)}, ${now.toString()}, ${now.toString()})
    ON CONFLICT (widget_id, campaign_id) WHERE campaign_id IS NOT NULL
    DO UPDATE SET version = s.version + 1, enabled = excluded.enabled, updated_at = excluded.updated_at`;
}

/** Kept as long as its impressions. */
export async function remove({ sql, widgetId, now }: InWidget, campaignId: number) {
  await sql`
    UPDATE smart_invitations SET deleted_at = ${now.toString()}, enabled = false
    WHERE widget_id = ${widgetId} AND campaign_id = ${campaignId}`;
}
