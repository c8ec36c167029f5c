import { describe, expect, test } from 'vitest';
import { isComplete, withField } from './condition-kinds.ts';
import { blankRule, contentOfRule, newCondition, newTriggers, type RuleContent, valuesOfRule } from './rule-values.ts';

const full: RuleContent = {
  ...blankRule,
  when: 'online',
  trigger: { type: 'scroll', percent: 70 },
  conditions: {
    match: 'any',
    items: [
      { field: 'path', op: 'starts_with', value: '/cart' },
      { field: 'country', op: 'in', value: ['DE'] },
      { field: 'visits', op: 'gte', value: 3 },
      { field: 'known', op: 'is', value: true },
    ],
  },
  schedule: { days: [1, 2], from: '22:00', to: '06:00' },
  frequency: { per: 'week', max: 2 },
  action: 'open',
  text: 'Hello!',
  texts: { ru: 'Привет!' },
  quick_replies: ['Yes'],
  from: { type: 'agent', agent_id: 5 },
  holdout_percent: 10,
  starts_at: '2026-11-19T09:00:00.000Z',
  ends_at: '2026-12-01T09:30:00.000Z',
};

test('what was read can be sent back as it is', () => {
  expect(contentOfRule(valuesOfRule(full))).toEqual(full);
  expect(contentOfRule(valuesOfRule(blankRule))).toEqual(blankRule);
});

test('texts are sent without spaces around them, and empty translations not at all', () => {
  const values = { ...valuesOfRule(full), text: ' Hi ', texts: { ru: '  ', de: ' Hallo ' } };
  expect(contentOfRule(values)).toMatchObject({ text: 'Hi', texts: { de: 'Hallo' } });
  expect(contentOfRule(values).texts).not.toHaveProperty('ru');
});

test('a trigger is sent with what it needs and nothing else', () => {
  const values = { ...valuesOfRule(full), trigger: { ...newTriggers.event, name: ' opened ', seconds: 5 } };
  expect(contentOfRule(values).trigger).toEqual({ type: 'event', name: 'opened' });
  expect(contentOfRule({ ...values, trigger: newTriggers.exit }).trigger).toEqual({ type: 'exit' });
});

describe('a condition on another field', () => {
  const text = { ...newCondition(), op: 'ends_with' as const, value: '/cart' };

  test('keeps what fits', () => {
    expect(withField(text, 'url')).toMatchObject({ field: 'url', op: 'ends_with', value: '/cart' });
    expect(withField(text, 'param')).toMatchObject({ field: 'param.', op: 'ends_with', value: '/cart' });
  });

  test('starts from an empty value where none fits', () => {
    expect(withField(text, 'device')).toMatchObject({ field: 'device', op: 'in', value: [] });
    expect(withField(text, 'visits')).toMatchObject({ field: 'visits', op: 'gte', value: '' });
    expect(withField(text, 'known')).toMatchObject({ field: 'known', op: 'is', value: true });
    expect(withField(withField(text, 'device'), 'path')).toMatchObject({ field: 'path', op: 'contains', value: '' });
    expect(withField({ ...text, field: 'country', op: 'in', value: ['DE'] }, 'language').value).toEqual([]);
  });

  test('is complete once it can be compared', () => {
    expect(isComplete(text)).toBe(true);
    expect(isComplete({ ...text, value: ' ' })).toBe(false);
    expect(isComplete({ ...text, field: 'param. ' })).toBe(false);
    expect(isComplete({ field: 'device', value: [] })).toBe(false);
    expect(isComplete({ field: 'visits', value: '' })).toBe(false);
    expect(isComplete({ field: 'visits', value: 0 })).toBe(true);
    expect(isComplete({ field: 'known', value: false })).toBe(true);
  });
});
