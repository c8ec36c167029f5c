import type { InvitationRule, InvitationRuleContent, InvitationRuleInput } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import { readMoment } from '../../../kernel/data/moments.ts';
import type { NewRule, Reference, RuleRow, ServedRow } from './store/rules.ts';

export function toRule({ settings, ...row }: RuleRow): InvitationRule {
  return { ...row, ...settings };
}

/** What the widget calls the invitation of a campaign. */
export const toCampaignKey = (campaignId: number) => `c${campaignId}`;

export const keyOf = ({ id, campaign_id }: Pick<ServedRow, 'id' | 'campaign_id'>) =>
  campaign_id === null ? `r${id}` : toCampaignKey(campaign_id);

export function referenceOf(key: string): Reference {
  const id = Number(key.slice(1));
  return key.startsWith('r') ? { ruleId: id, campaignId: null } : { ruleId: null, campaignId: id };
}

/** What was written, without what names the rule. */
export function toContent({ id: _id, version: _version, ...content }: InvitationRuleInput): InvitationRuleContent {
  const { starts_at, ends_at } = content;
  return { ...content, starts_at: starts_at && toUtc(starts_at), ends_at: ends_at && toUtc(ends_at) };
}

/** As rows are read, so that a rule that was sent looks like one that is stored. */
export function toUtc(text: string) {
  const moment = readMoment(text);
  return moment ? toIsoString(moment) : text;
}

export function toRow({ name, enabled, priority, starts_at, ends_at, ...settings }: InvitationRuleContent): NewRule {
  return { name, enabled, priority, starts_at, ends_at, settings };
}
