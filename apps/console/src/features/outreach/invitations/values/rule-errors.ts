import { ParleyProblem } from '@parley/sdk';
import { useInvitationRuleTexts } from '../../../../locales/pages/invitation-rule.ts';
import { isComplete, paramOf } from './condition-kinds.ts';
import type { RuleTrigger, RuleValues } from './rule-values.ts';

/** By the path of the member in a rule, such as `conditions.items.0.value`. */
export type RuleErrors = Record<string, string | undefined>;

type Texts = ReturnType<typeof useInvitationRuleTexts>;

/** What is to be corrected before a rule can be saved. */
export function useRuleCheck() {
  const texts = useInvitationRuleTexts();
  return (rule: RuleValues): RuleErrors => ({
    ...checkTrigger(rule.trigger, texts),
    ...checkConditions(rule, texts),
    ...checkTimes(rule, texts),
    text: rule.text.trim() ? undefined : texts.textMissing,
    'from.agent_id': rule.from.type === 'agent' && rule.from.agent_id === null ? texts.agentMissing : undefined,
    'frequency.max': rule.frequency.max === '' ? texts.numberMissing : undefined,
    holdout_percent: rule.holdout_percent === '' ? texts.numberMissing : undefined,
  });
}

function checkTrigger({ type, seconds, percent, name }: RuleTrigger, texts: Texts): RuleErrors {
  if (type === 'time' || type === 'idle')
    return { 'trigger.seconds': seconds === '' ? texts.numberMissing : undefined };
  if (type === 'scroll') return { 'trigger.percent': percent === '' ? texts.numberMissing : undefined };
  return { 'trigger.name': type === 'event' && !name?.trim() ? texts.eventMissing : undefined };
}

function checkConditions({ conditions }: RuleValues, texts: Texts): RuleErrors {
  const wrong = conditions.items.flatMap((item, at): [string, string][] => {
    if (isComplete(item)) return [];
    const isNameless = paramOf(item.field)?.trim() === '';
    return [
      [
        `conditions.items.${at}.${isNameless ? 'field' : 'value'}`,
        isNameless ? texts.paramMissing : texts.valueMissing,
      ],
    ];
  });
  return Object.fromEntries(wrong);
}

function checkTimes({ schedule, starts_at, ends_at }: RuleValues, texts: Texts): RuleErrors {
  return {
    'schedule.days': schedule && !schedule.days.length ? texts.daysMissing : undefined,
    'schedule.to': schedule && schedule.from === schedule.to ? texts.hoursEmpty : undefined,
    ends_at: starts_at && ends_at && ends_at <= starts_at ? texts.endsBeforeStart : undefined,
  };
}

/**
 * Puts what the server refused at the fields of a rule, in words; undefined if it was something else. `member` is the
 * place of the rule in the request.
 */
export function useRuleRefusal(member = 'rule') {
  const texts = useInvitationRuleTexts();
  return (error: unknown): RuleErrors | undefined => {
    if (!(error instanceof ParleyProblem)) return undefined;
    const found = Object.keys(error.errors ?? {})
      .filter((path) => path.startsWith(`${member}.`))
      .map((path) => path.slice(member.length + 1))
      .map((path) => [fieldOf(path), texts.refused[path.replace(/\.\d+/g, '')] ?? texts.refusedField]);
    return found.length ? Object.fromEntries(found) : undefined;
  };
}

/** Of a list the field as a whole is marked: `quick_replies.0` is the field `quick_replies`. */
const fieldOf = (path: string) => (path.startsWith('conditions.') ? path : path.replace(/\.\d+$/, ''));
