import { conditionOperators, paramOperators } from '@parley/contract';
import type { RuleCondition } from './rule-values.ts';

/** What a condition compares, and so how its value is entered. */
type ConditionKind = 'text' | 'choice' | 'count' | 'flag';

type KnownField = keyof typeof conditionOperators;

/** Fields as they are chosen; `param` is followed by the name of the parameter. */
export const fieldGroups = {
  page: ['path', 'url', 'title', 'param'],
  source: ['referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
  visit: ['visits', 'pages', 'seconds_on_site'],
  visitor: ['language', 'country', 'device', 'known', 'chatted'],
} as const;

export type ConditionField = (typeof fieldGroups)[keyof typeof fieldGroups][number];

const PARAM = 'param.';

export const paramOf = (field: string) => (field.startsWith(PARAM) ? field.slice(PARAM.length) : undefined);

export const toParam = (name: string) => `${PARAM}${name}`;

export const chosenField = (field: string) => (field.startsWith(PARAM) ? 'param' : field) as ConditionField;

export const operatorsOf = (field: string): readonly RuleCondition['op'][] =>
  field.startsWith(PARAM) ? paramOperators : (conditionOperators[field as KnownField] ?? []);

export function kindOf(field: string): ConditionKind {
  const [first] = operatorsOf(field);
  if (first === 'in') return 'choice';
  if (first === 'gte') return 'count';
  return field === 'known' || field === 'chatted' ? 'flag' : 'text';
}

const EMPTY: Record<ConditionKind, RuleCondition['value']> = { text: '', choice: [], count: '', flag: true };

/** The condition on another field. What fits stays. */
export function withField(condition: RuleCondition, chosen: ConditionField): RuleCondition {
  const field = chosen === 'param' ? toParam('') : chosen;
  const [first = 'is', , preferred = first] = operatorsOf(field);
  const [before, after] = [kindOf(condition.field), kindOf(field)];
  const op = operatorsOf(field).includes(condition.op) ? condition.op : after === 'text' ? preferred : first;
  return { ...condition, field, op, value: before === after && after !== 'choice' ? condition.value : EMPTY[after] };
}

/** Whether the value can be compared with. */
export function isComplete({ field, value }: Pick<RuleCondition, 'field' | 'value'>) {
  if (paramOf(field)?.trim() === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'string' ? value.trim() !== '' : true;
}
