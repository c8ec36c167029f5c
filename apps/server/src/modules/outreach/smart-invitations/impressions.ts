import { type ActiveInvitation, localeOf, type site } from '@parley/contract';
import type { InWidget, Read, SiteContext, WidgetContext } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as answerers from '../../ai/answerers/index.ts';
import { countImpression } from './metrics.ts';
import { keyOf, referenceOf, toRule } from './rows.ts';
import * as store from './store/impressions.ts';
import * as rules from './store/rules.ts';

/** Whether pages need to look for invitations. */
export const isAnyEnabled = rules.isAnyEnabled;

/** What the widget judges by. Names and counts are nothing for a page. */
export async function listActive(ctx: SiteContext<Read>) {
  const [{ revision, timezone }, active] = await Promise.all([rules.findSurroundings(ctx), rules.listActive(ctx)]);
  return { revision, country: ctx.caller.country(), rules: active.map((row) => toActive(row, timezone)) };
}

function toActive({ campaign_id, ...row }: rules.ServedRow, timezone: string): ActiveInvitation {
  const { id, name: _name, version: _version, enabled: _enabled, schedule, ...rule } = toRule(row);
  return { ...rule, id: keyOf({ id, campaign_id }), schedule: schedule && { ...schedule, timezone } };
}

type Impression = Body<typeof site.impressions.record, 'impression_id' | 'invitation' | 'event' | 'locale'>;

/** Records what a visitor did with an invitation. What is not active is 404, whether it exists or not. */
export async function record(ctx: SiteContext, { impression_id: id, invitation, event, locale }: Impression) {
  const reference = referenceOf(invitation);
  const { is_active, is_news } = await store.record(ctx, { id, invitation, reference, event, locale: locale ?? null });
  if (!is_active) throw problem('not_found');
  if (is_news) countImpression(event);
}

const ANSWER_TIME = { hours: 24 };

/**
 * What a visitor who writes now answers: the words of the invitation that they saw, as the server has them. Undefined if
 * they saw none, or it was too long ago. Counts them as having written.
 */
export async function answer(ctx: WidgetContext, impressionId: string, visitorLocale: string | null) {
  const seen = await store.markWrote(ctx, impressionId, ctx.now.subtract(ANSWER_TIME));
  if (!seen || seen.held_out) return undefined;
  const settings = await rules.findSettings(ctx, referenceOf(seen.invitation));
  if (!settings) return undefined;
  const locale = localeOf(seen.locale ?? visitorLocale ?? '');
  return {
    ...(await senderOf(ctx, settings.from)),
    body: (locale && settings.texts[locale]) ?? settings.text,
    origin: `invitation:${seen.invitation}`,
  };
}

/** The AI invites as the operator who would answer, unless the rule names one. */
async function senderOf(ctx: InWidget<Read>, { type, agent_id }: ActiveInvitation['from']) {
  if (type !== 'ai') return { sender: 'agent' as const, agent_id };
  const answering = agent_id === null ? await answerers.find(ctx) : undefined;
  const answerer = answering && answerers.pickAnswerer(answering.answerers);
  return { sender: 'ai' as const, agent_id: agent_id ?? answerer?.id ?? null };
}
