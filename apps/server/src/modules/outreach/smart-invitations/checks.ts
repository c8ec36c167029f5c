import { conditionOperators, type InvitationRuleContent, paramOperators, visitDevices } from '@parley/contract';
import type { WidgetContext } from '../../../kernel/data/context.ts';
import { invalid } from '../../../kernel/problems.ts';
import * as agents from '../../account/agents/index.ts';

type Condition = InvitationRuleContent['conditions']['items'][number];
type Errors = Record<string, string>;

/** Refuses what no schema can state, with every error by its path below `root`. */
export async function requireValid(ctx: WidgetContext, rule: InvitationRuleContent, root = 'rule') {
  const errors: Errors = {
    ...checkTrigger(rule.trigger),
    ...checkPeriod(rule),
    ...Object.assign({}, ...rule.conditions.items.map(checkCondition)),
  };
  const found = Object.entries(errors).map(([path, error]) => [`${root}.${path}`, error]);
  if (found.length) throw invalid(Object.fromEntries(found));
  await checkSender(ctx, rule.from, `${root}.from.agent_id`);
}

const MEMBERS = {
  time: ['seconds'],
  idle: ['seconds'],
  scroll: ['percent'],
  exit: [],
  event: ['name'],
} as const satisfies Record<InvitationRuleContent['trigger']['type'], readonly string[]>;

function checkTrigger({ type, ...members }: InvitationRuleContent['trigger']): Errors {
  const [needed] = MEMBERS[type];
  const given = Object.keys(members);
  const spare = given.filter((name) => name !== needed);
  return {
    ...(needed && !given.includes(needed) && { [`trigger.${needed}`]: `is required for the trigger ${type}` }),
    ...Object.fromEntries(spare.map((name) => [`trigger.${name}`, `is not allowed for the trigger ${type}`])),
  };
}

function checkPeriod({ schedule, starts_at, ends_at }: InvitationRuleContent): Errors {
  const isEndless = !starts_at || !ends_at || starts_at < ends_at;
  return {
    ...(schedule && schedule.from === schedule.to && { 'schedule.to': 'must differ from from' }),
    ...(!isEndless && { ends_at: 'must be after starts_at' }),
  };
}

const PARAM = /^param\.[^\s.]\S{0,63}$/;

function checkCondition({ field, op, value }: Condition, index: number): Errors {
  const path = `conditions.items.${index}`;
  const allowed = operatorsOf(field);
  if (!allowed) {
    const known = [...Object.keys(conditionOperators), 'param.NAME'];
    return { [`${path}.field`]: `must be one of ${known.join(', ')}` };
  }
  if (!allowed.includes(op)) return { [`${path}.op`]: `must be one of ${allowed.join(', ')} for ${field}` };
  const wanted = wantedValue(field, op, value);
  return wanted ? { [`${path}.value`]: `must be ${wanted}` } : {};
}

function operatorsOf(field: string): readonly string[] | undefined {
  if (PARAM.test(field)) return paramOperators;
  return Object.hasOwn(conditionOperators, field)
    ? conditionOperators[field as keyof typeof conditionOperators]
    : undefined;
}

/** What the value should have been, if it is wrong. */
function wantedValue(field: string, op: string, value: Condition['value']) {
  if (op === 'in' || op === 'not_in') return isChoice(field, value) ? undefined : CHOICES[field];
  if (op === 'gte' || op === 'lte') return isCount(value) ? undefined : 'a whole number from 0';
  if (field === 'known' || field === 'chatted') return typeof value === 'boolean' ? undefined : 'true or false';
  return typeof value === 'string' && value.trim() ? undefined : 'a text';
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

const CHOICES: Record<string, string> = {
  language: 'a list of languages, such as ["en", "pt-BR"]',
  country: 'a list of two-letter country codes, such as ["DE"]',
  device: `a list of ${visitDevices.join(', ')}`,
};

const CHOICE: Record<string, RegExp> = {
  language: /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i,
  country: /^[a-z]{2}$/i,
  device: new RegExp(`^(${visitDevices.join('|')})$`),
};

function isChoice(field: string, value: Condition['value']) {
  return Array.isArray(value) && value.length > 0 && value.every((each) => CHOICE[field]?.test(each));
}

async function checkSender(ctx: WidgetContext, { type, agent_id: id }: InvitationRuleContent['from'], path: string) {
  if (type === 'widget' && id !== null) throw invalid({ [path]: 'must be null if the widget invites' });
  if (type === 'agent' && id === null) throw invalid({ [path]: 'is required if an agent invites' });
  if (type === 'agent' && id !== null) await agents.getHuman(ctx, id, path);
  if (type === 'ai' && id !== null) await agents.getAiOperator(ctx, id, path);
}
