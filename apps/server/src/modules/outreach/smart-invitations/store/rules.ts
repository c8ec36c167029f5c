import { pick, type RowOf } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import { fragment } from '../../../../infra/postgres/sql.ts';
import type { InWidget, Read, WidgetContext, Write } from '../../../../kernel/data/context.ts';
import { accounts } from '../../../account/users/tables.ts';
import { widgets } from '../../../account/widgets/tables.ts';
import { smartInvitations } from '../tables.ts';

const columns = {
  ...pick(smartInvitations, 'id', 'version', 'name', 'enabled', 'priority', 'starts_at', 'ends_at', 'settings'),
};

export type RuleRow = RowOf<typeof columns>;
export type NewRule = Omit<RuleRow, 'id' | 'version'>;

/** With the campaign whose rule it is. */
const servedColumns = { ...columns, ...pick(smartInvitations, 'campaign_id') };

export type ServedRow = RowOf<typeof servedColumns>;

const COLUMNS = fragment`id, version, name, enabled, priority, starts_at, ends_at, settings`;

/** In the order in which they are considered. Those of campaigns are not the widget's own. */
export function list({ sql, widgetId }: InWidget<Read>) {
  return sql(columns)`
    SELECT ${COLUMNS} FROM smart_invitations
    WHERE widget_id = ${widgetId} AND campaign_id IS NULL AND deleted_at IS NULL ORDER BY priority, id`;
}

/** All rules of the widget and those of running campaigns, in the order in which they are considered. */
export function listWithCampaigns({ sql, widgetId }: InWidget<Read>) {
  return sql(servedColumns)`
    SELECT ${COLUMNS}, campaign_id FROM smart_invitations
    WHERE widget_id = ${widgetId} AND deleted_at IS NULL AND (campaign_id IS NULL OR enabled) ORDER BY priority, id`;
}

export async function find({ sql, widgetId }: InWidget<Read>, id: number) {
  const [found] = await sql(columns)`
    SELECT ${COLUMNS} FROM smart_invitations
    WHERE widget_id = ${widgetId} AND id = ${id} AND campaign_id IS NULL AND deleted_at IS NULL`;
  return found;
}

/** What a key of an invitation refers to: one of the two. */
export interface Reference {
  ruleId: number | null;
  campaignId: number | null;
}

/** Deleted ones too. */
export async function findSettings({ sql, widgetId }: InWidget<Read>, { ruleId, campaignId }: Reference) {
  const [found] = await sql(pick(smartInvitations, 'settings'))`
    SELECT settings FROM smart_invitations
    WHERE widget_id = ${widgetId} AND (id = ${ruleId} AND campaign_id IS NULL OR campaign_id = ${campaignId})`;
  return found?.settings;
}

export async function insert({ sql, widgetId, now }: WidgetContext, rule: NewRule) {
  const { name, enabled, priority, starts_at, ends_at, settings } = rule;
  const rows = await sql(columns)`
    INSERT INTO smart_invitations (widget_id, name, enabled, priority, starts_at, ends_at, settings, created_at, updated_at)
    VALUES (${widgetId}, ${name}, ${enabled}, ${priority}, ${starts_at}, ${ends_at}, ${JSON.stringify(settings)},
      ${now.toString()}, ${now.toString()})
    RETURNING ${COLUMNS}`;
  return onlyRow(rows);
}

export async function replace({ sql, widgetId, now }: WidgetContext, id: number, rule: NewRule) {
  const { name, enabled, priority, starts_at, ends_at, settings } = rule;
  const rows = await sql(columns)`
    UPDATE smart_invitations SET version = version + 1, name = ${name}, enabled = ${enabled}, priority = ${priority},
      starts_at = ${starts_at}, ends_at = ${ends_at}, settings = ${JSON.stringify(settings)}, updated_at = ${now.toString()}
    WHERE widget_id = ${widgetId} AND id = ${id} RETURNING ${COLUMNS}`;
  return onlyRow(rows);
}

export async function setEnabled({ sql, widgetId, now }: WidgetContext, id: number, enabled: boolean) {
  const rows = await sql(columns)`
    UPDATE smart_invitations SET version = version + 1, enabled = ${enabled}, updated_at = ${now.toString()}
    WHERE widget_id = ${widgetId} AND id = ${id} RETURNING ${COLUMNS}`;
  return onlyRow(rows);
}

export async function remove({ sql, widgetId, now }: WidgetContext, id: number) {
  await sql`
    UPDATE smart_invitations SET deleted_at = ${now.toString()}, enabled = false
    WHERE widget_id = ${widgetId} AND id = ${id}`;
}

const activeColumns = {
  revision: widgets.config_revision,
  timezone: accounts.timezone,
};

/** What the rules of a widget are judged with. */
export async function findSurroundings({ sql, widgetId }: InWidget<Read>) {
  const rows = await sql(activeColumns)`
    SELECT w.config_revision AS revision, o.timezone FROM widgets w JOIN accounts o ON o.id = w.account_id
    WHERE w.id = ${widgetId}`;
  return onlyRow(rows);
}

/** Those that are enabled and have not ended, in the order in which they are considered. */
export function listActive({ sql, widgetId, now }: InWidget<Read>) {
  return sql(servedColumns)`
    SELECT ${COLUMNS}, campaign_id FROM smart_invitations
    WHERE widget_id = ${widgetId} AND enabled AND deleted_at IS NULL AND (ends_at IS NULL OR ends_at > ${now.toString()})
    ORDER BY priority, id`;
}

export async function isAnyEnabled({ sql, widgetId }: InWidget<Read>) {
  const found = await sql({})`
    SELECT FROM smart_invitations WHERE widget_id = ${widgetId} AND enabled AND deleted_at IS NULL LIMIT 1`;
  return found.length > 0;
}

/** Rules that were deleted before the oldest impressions. */
export async function removeDeleted({ sql }: Write, before: string) {
  await sql`DELETE FROM smart_invitations WHERE deleted_at < ${before}`;
}
