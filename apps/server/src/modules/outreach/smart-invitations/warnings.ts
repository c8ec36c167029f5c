import type { InvitationRuleContent, InvitationWarning, Locale } from '@parley/contract';
import type { WidgetContext } from '../../../kernel/data/context.ts';
import * as widgets from '../../account/widgets/index.ts';
import * as answerers from '../../ai/answerers/index.ts';

type Condition = InvitationRuleContent['conditions']['items'][number];

const SMALL_HOLDOUT = 5;

/** What is allowed and probably not meant. */
export async function findWarnings(ctx: WidgetContext, rule: InvitationRuleContent): Promise<InvitationWarning[]> {
  const [settings, answering] = await Promise.all([widgets.readSettings(ctx, ctx.widgetId), answerers.find(ctx)]);
  const isAiOn = answering !== undefined && !answering.shadow_mode && answering.answerers.length > 0;
  const { languages, tracking } = settings.config;
  const found: Record<InvitationWarning, boolean> = {
    ended: rule.ends_at !== null && Temporal.Instant.compare(rule.ends_at, ctx.now) <= 0,
    contradiction: isContradiction(rule.conditions),
    exit_without_desktop: rule.trigger.type === 'exit' && leavesOutDesktop(rule.conditions),
    every_page: rule.conditions.items.length === 0,
    without_tracking: !tracking && needsMemory(rule),
    untranslated: lacksTranslation(rule, languages.supported, settings.widget_content_source_language),
    ai_off: rule.from.type === 'ai' && !isAiOn,
    small_holdout: rule.holdout_percent > 0 && rule.holdout_percent < SMALL_HOLDOUT,
  };
  return (Object.keys(found) as InvitationWarning[]).filter((name) => found[name]);
}

/** Two conditions of which a visit can meet only one. */
function isContradiction({ match, items }: InvitationRuleContent['conditions']) {
  if (match !== 'all') return false;
  return items.some((one, index) => items.slice(index + 1).some((other) => excludeEachOther(one, other)));
}

function excludeEachOther(one: Condition, other: Condition): boolean {
  if (one.field !== other.field) return false;
  const [a, b] = [normalised(one.value), normalised(other.value)];
  if (one.op === 'is' && other.op === 'is') return a !== b;
  if (one.op === 'is' && other.op === 'is_not') return a === b;
  if (one.op === 'gte' && other.op === 'lte') return Number(a) > Number(b);
  if (one.op === 'lte' || one.op === 'is_not') return excludesBackwards(one, other);
  return false;
}

const excludesBackwards = (one: Condition, other: Condition) =>
  (other.op === 'gte' || other.op === 'is') && excludeEachOther(other, one);

const normalised = (value: Condition['value']) => (typeof value === 'string' ? value.toLowerCase() : value);

function leavesOutDesktop({ match, items }: InvitationRuleContent['conditions']) {
  const leavesOut = ({ field, op, value }: Condition) =>
    field === 'device' && Array.isArray(value) && value.includes('desktop') === (op === 'not_in');
  return items.length > 0 && (match === 'all' ? items.some(leavesOut) : items.every(leavesOut));
}

const OF_EARLIER_VISITS = ['day', 'week', 'ever'];

function needsMemory({ frequency, conditions }: InvitationRuleContent) {
  return OF_EARLIER_VISITS.includes(frequency.per) || conditions.items.some(({ field }) => field === 'visits');
}

function lacksTranslation({ texts }: InvitationRuleContent, supported: readonly Locale[], written: Locale) {
  return Object.keys(texts).length > 0 && supported.some((locale) => locale !== written && !texts[locale]);
}
