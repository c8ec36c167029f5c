import type { InvitationRuleContent } from '@parley/contract';
import { newId } from '@parley/live';
import { toFieldValue } from '../../sends/compose/draft/send-values.ts';

type Content = InvitationRuleContent;
type Condition = Content['conditions']['items'][number];

/** A condition as it is edited. Its value may be incomplete. */
export interface RuleCondition {
  /** For the list on screen. */
  key: string;
  field: string;
  op: Condition['op'];
  value: Condition['value'];
}

/** A number that is being typed may be empty. */
type Typed = number | '';

export interface RuleTrigger {
  type: Content['trigger']['type'];
  seconds?: Typed | undefined;
  percent?: Typed | undefined;
  name?: string | undefined;
}

/** What the fields of a rule edit: all but its name, whether it is enabled and its place among the others. */
export interface RuleValues extends Pick<Content, 'when' | 'schedule' | 'action' | 'text' | 'quick_replies' | 'from'> {
  trigger: RuleTrigger;
  conditions: { match: Content['conditions']['match']; items: RuleCondition[] };
  frequency: { per: Content['frequency']['per']; max: Typed };
  texts: Record<string, string>;
  holdout_percent: Typed;
  /** Of `datetime-local` fields; empty is open. */
  starts_at: string;
  ends_at: string;
}

/** The rule without what belongs to whatever it is part of. */
export type RuleContent = Omit<Content, 'name' | 'enabled' | 'priority'>;

export const blankRule: RuleContent = {
  when: 'any',
  trigger: { type: 'time', seconds: 15 },
  conditions: { match: 'all', items: [] },
  schedule: null,
  frequency: { per: 'visit', max: 1 },
  action: 'bubble',
  text: '',
  texts: {},
  quick_replies: [],
  from: { type: 'widget', agent_id: null },
  holdout_percent: 0,
  starts_at: null,
  ends_at: null,
};

/** What a trigger starts with when it is chosen. */
export const newTriggers: Record<RuleTrigger['type'], RuleTrigger> = {
  time: { type: 'time', seconds: 15 },
  idle: { type: 'idle', seconds: 30 },
  scroll: { type: 'scroll', percent: 50 },
  exit: { type: 'exit' },
  event: { type: 'event', name: '' },
};

export function valuesOfRule(rule: RuleContent): RuleValues {
  const { when, trigger, conditions, schedule, frequency, action, text, texts, quick_replies, from } = rule;
  return {
    when,
    trigger,
    conditions: {
      match: conditions.match,
      items: conditions.items.map((item, at) => ({ key: String(at), ...item })),
    },
    schedule,
    frequency,
    action,
    text,
    texts: texts as Record<string, string>,
    quick_replies,
    from,
    holdout_percent: rule.holdout_percent,
    starts_at: rule.starts_at ? toFieldValue(rule.starts_at) : '',
    ends_at: rule.ends_at ? toFieldValue(rule.ends_at) : '',
  };
}

const toMoment = (value: string) => (value ? new Date(value).toISOString() : null);

/** Without what the trigger doesn't need. */
function triggerOf({ type, seconds, percent, name }: RuleTrigger): Content['trigger'] {
  if (type === 'time' || type === 'idle') return { type, seconds: Number(seconds ?? 0) };
  if (type === 'scroll') return { type, percent: Number(percent ?? 0) };
  return type === 'event' ? { type, name: (name ?? '').trim() } : { type };
}

export function contentOfRule(values: RuleValues): RuleContent {
  const { trigger, conditions, frequency, text, texts, holdout_percent, starts_at, ends_at, ...same } = values;
  const translated = Object.entries(texts).filter(([, translation]) => translation.trim());
  return {
    ...same,
    trigger: triggerOf(trigger),
    conditions: {
      match: conditions.match,
      items: conditions.items.map(({ field, op, value }) => ({
        field: field.trim(),
        op,
        value: typeof value === 'string' ? value.trim() : value,
      })),
    },
    frequency: { per: frequency.per, max: Number(frequency.max) },
    text: text.trim(),
    texts: Object.fromEntries(translated.map(([language, translation]) => [language, translation.trim()])),
    holdout_percent: Number(holdout_percent),
    starts_at: toMoment(starts_at),
    ends_at: toMoment(ends_at),
  };
}

export const newCondition = (): RuleCondition => ({ key: newId(), field: 'path', op: 'contains', value: '' });
