import { type Locale, useLocale } from '../../../../locales/locale.tsx';
import { useInvitationRuleTexts } from '../../../../locales/pages/invitation-rule.ts';
import { useLanguageNames } from '../../../../ui/language/use-language-names.ts';
import { kindOf, paramOf } from '../values/condition-kinds.ts';
import type { Invitation } from './invitation-queries.ts';

type Described = Pick<Invitation, 'trigger' | 'conditions' | 'when' | 'action'>;
type Condition = Described['conditions']['items'][number];

const MOST = 3;

const joined = (parts: string[], match: 'all' | 'any', locale: Locale) =>
  new Intl.ListFormat(locale, { type: match === 'all' ? 'conjunction' : 'disjunction' }).format(parts);

/** Returns what a rule does, in one plain sentence. */
export function useDescribeRule() {
  const { sentence } = useInvitationRuleTexts();
  const { locale } = useLocale();
  const describe = useDescribeCondition();
  return ({ trigger, conditions, when, action }: Described) => {
    const { match } = conditions;
    const groups = match === 'any' ? alike(conditions.items) : conditions.items.map((item) => [item]);
    const named = groups.slice(0, groups.length > MOST + 1 ? MOST : MOST + 1).map(describe);
    const rest = groups.length - named.length;
    const parts = rest ? [...named, sentence.more(rest)] : named;
    return sentence.whole({
      trigger: sentence.triggers[trigger.type](trigger.seconds ?? trigger.percent ?? 0, trigger.name ?? ''),
      conditions: joined(parts, match, locale),
      action: sentence.actions[action],
      occasion: sentence.occasions[when],
    });
  };
}

/** Conditions that differ only in their text are said as one. */
function alike(items: Condition[]) {
  const keyOf = (item: Condition, at: number) =>
    kindOf(item.field) === 'text' ? `${item.field} ${item.op}` : String(at);
  const groups = new Map<string, Condition[]>();
  for (const [at, item] of items.entries()) {
    const key = keyOf(item, at);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

/** Returns conditions on the same field in words. */
export function useDescribeCondition() {
  const { sentence, devices } = useInvitationRuleTexts();
  const { locale } = useLocale();
  const nameOf = useLanguageNames();
  const nameChoice = (field: string, value: string) => {
    if (field === 'device') return devices[value as keyof typeof devices] ?? value;
    if (field === 'language') return nameOf(value);
    return new Intl.DisplayNames(locale, { type: 'region' }).of(value.toUpperCase()) ?? value;
  };
  return (alikes: Condition[]): string => {
    const [first] = alikes;
    if (!first) return '';
    const { field, op, value } = first;
    if (Array.isArray(value))
      return (
        sentence.choices[field]?.(
          value.map((each) => nameChoice(field, each)),
          op === 'not_in',
        ) ?? field
      );
    if (typeof value === 'number') return sentence.counts[field]?.(value, op === 'gte') ?? field;
    if (typeof value === 'boolean') return sentence.flags[field]?.(value) ?? field;
    const param = paramOf(field);
    const subject = param === undefined ? (sentence.subjects[field] ?? field) : sentence.param(param);
    return sentence.compares(
      subject,
      op,
      alikes.map((each) => String(each.value)),
    );
  };
}
