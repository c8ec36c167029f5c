import { describe, expect, test } from 'vitest';
import { blankRule } from '../values/rule-values.ts';
import { addressOf, factsFor, firstVisit, type JudgedRule, judgeVisit, visitFor } from './visit-values.ts';

const rule: JudgedRule = { ...blankRule, id: null, name: 'New', priority: 100, enabled: false, text: 'Hi' };
const other = { ...rule, id: 7, name: 'Cart', version: 1, enabled: true };
const visit = { ...firstVisit, address: 'shop.example/cart?plan=pro' };
const around = { rules: [], timezone: 'UTC', now: Date.parse('2026-11-19T12:00:00Z') };
const onPath = (value: string) => ({
  match: 'all' as const,
  items: [{ field: 'path', op: 'starts_with' as const, value }],
});

describe('the verdict on a visit', () => {
  test('an address may be without its scheme', () => {
    expect(addressOf({ address: ' shop.example/cart ' })).toBe('https://shop.example/cart');
    expect(addressOf({ address: 'not an address' })).toBeUndefined();
    expect(judgeVisit(rule, firstVisit, around)).toBeUndefined();
  });

  test('a rule that is off is judged as if it were on', () => {
    expect(judgeVisit(rule, visit, around)).toMatchObject({ shows: true, why: null, other: undefined });
  });

  test('the visit does what the rule waits for, unless it is said otherwise', () => {
    const exit = { ...rule, trigger: { type: 'exit' as const } };
    expect(judgeVisit(exit, { ...visitFor(exit), address: 'shop.example' }, around)).toMatchObject({ shows: true });
    expect(judgeVisit(exit, visit, around)).toMatchObject({ shows: false, why: 'trigger' });
  });

  test('every condition is judged by itself', () => {
    const { items } = onPath('/cart');
    const conditions = {
      match: 'all' as const,
      items: [...items, { field: 'param.plan', op: 'is' as const, value: 'free' }],
    };
    expect(judgeVisit({ ...rule, conditions }, visit, around)).toMatchObject({
      shows: false,
      why: 'conditions',
      met: [true, false],
    });
  });

  test('an older rule of the same priority comes first', () => {
    expect(judgeVisit(rule, visit, { ...around, rules: [other] })).toMatchObject({ why: 'priority', other: 'Cart' });
    expect(judgeVisit({ ...rule, priority: 99 }, visit, { ...around, rules: [other] })).toMatchObject({ shows: true });
  });

  test('a stored rule is judged as it is edited, not as it is stored', () => {
    const edited = { ...rule, id: 7, conditions: onPath('/pricing') };
    expect(judgeVisit(edited, visit, { ...around, rules: [other] })).toMatchObject({
      shows: false,
      why: 'conditions',
      other: undefined,
    });
  });

  test('hours are those of the account', () => {
    const schedule = { days: [4], from: '13:00', to: '14:00' };
    expect(judgeVisit({ ...rule, schedule }, visit, around)).toMatchObject({ why: 'schedule' });
    expect(judgeVisit({ ...rule, schedule }, visit, { ...around, timezone: 'Europe/Berlin' })?.shows).toBe(true);
  });
});

test('facts are asked for if the rule looks at them', () => {
  expect(factsFor(rule)).toEqual(['device', 'visits', 'seconds_on_page', 'online']);
  const conditions = { match: 'all' as const, items: [{ field: 'country', op: 'in' as const, value: ['DE'] }] };
  expect(factsFor({ ...rule, trigger: { type: 'scroll', percent: 50 }, conditions })).toEqual([
    'device',
    'visits',
    'seconds_on_page',
    'scroll_percent',
    'online',
    'country',
  ]);
});
