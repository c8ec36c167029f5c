import { OnsiteRule, type OnsiteSettings } from '@parley/contract';
import Value from 'typebox/value';
import type { Read, WidgetContext } from '../../../../kernel/data/context.ts';
import { readMoment } from '../../../../kernel/data/moments.ts';
import { invalid } from '../../../../kernel/problems.ts';
import type { Send } from '../../sends/index.ts';
import { campaignRules } from '../../smart-invitations/index.ts';

type Draft = Pick<Send, 'settings'>;

/** As validated before they were stored. Members may be missing. */
export const settingsOf = ({ settings }: Draft) => settings as OnsiteSettings;

/** A rule has its defaults, as when a campaign is created. */
export const complete = (settings: Send['settings']) =>
  settings.rule === undefined ? settings : { ...settings, rule: Value.Default(OnsiteRule, settings.rule) };

export async function checkSettings(ctx: WidgetContext, draft: Draft) {
  const { rule, starts_at, ends_at } = settingsOf(draft);
  const [start, end] = [momentOf(starts_at), momentOf(ends_at)];
  if (start && end && Temporal.Instant.compare(start, end) >= 0)
    throw invalid({ 'settings.ends_at': 'must be after starts_at' });
  if (rule) await campaignRules.requireValidRule(ctx, rule, 'settings.rule');
}

export function checkComplete({ now }: Pick<Read, 'now'>, draft: Draft) {
  const { rule, ends_at } = settingsOf(draft);
  if (!rule) throw invalid({ 'settings.rule': 'is required to start a campaign' });
  const end = momentOf(ends_at);
  if (end && Temporal.Instant.compare(end, now) <= 0)
    throw invalid({ 'settings.ends_at': 'must be ahead to start a campaign' });
}

const momentOf = (text: string | undefined) => (text === undefined ? undefined : readMoment(text));
