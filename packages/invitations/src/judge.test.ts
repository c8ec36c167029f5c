import { type InvitationReason, invitationReasons } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { type Moment, moment, NOW, past, type Rule, rule, secondsAgo, why } from '../test/moments.ts';
import { judge } from './index.ts';

type Row = [rule: Partial<Rule>, visit: Partial<Moment>, why: InvitationReason | null];

const DAY = 86_400;
const SCHEDULE = { days: [7], from: '09:00', to: '18:00', timezone: 'Europe/Moscow' };
const OTHER = { rule_id: 2 };
const NO = { dismissed: true };

const triggers: Row[] = [
  [{ trigger: { type: 'time', seconds: 30 } }, { seconds_on_page: 29 }, 'trigger'],
  [{ trigger: { type: 'time', seconds: 30 } }, { seconds_on_page: 30 }, null],
  [{ trigger: { type: 'idle', seconds: 30 } }, { idle_seconds: 29 }, 'trigger'],
  [{ trigger: { type: 'idle', seconds: 30 } }, { idle_seconds: 30 }, null],
  [{ trigger: { type: 'scroll', percent: 50 } }, { scroll_percent: 49 }, 'trigger'],
  [{ trigger: { type: 'scroll', percent: 50 } }, { scroll_percent: 50 }, null],
  [{ trigger: { type: 'exit' } }, { exit: false }, 'trigger'],
  [{ trigger: { type: 'exit' } }, { exit: true }, null],
  [{ trigger: { type: 'exit' } }, { exit: true, device: 'mobile' }, 'trigger'],
  [{ trigger: { type: 'exit' } }, { exit: true, device: 'tablet' }, 'trigger'],
  [{ trigger: { type: 'event', name: 'cart' } }, {}, 'trigger'],
  [{ trigger: { type: 'event', name: 'cart' } }, { event: 'Cart' }, 'trigger'],
  [{ trigger: { type: 'event', name: 'cart' } }, { event: 'cart' }, null],
];

test.each(triggers)('trigger %j in a moment %j: %j', (given, visit, expected) => {
  expect(why(given, visit)).toBe(expected);
});

const occasions: Row[] = [
  [{ when: 'any' }, { online: false }, null],
  [{ when: 'online' }, { online: true }, null],
  [{ when: 'online' }, { online: false }, 'when'],
  [{ when: 'offline' }, { online: false }, null],
  [{ when: 'offline' }, { online: true }, 'when'],
];

test.each(occasions)('%j while %j: %j', (given, visit, expected) => {
  expect(why(given, visit)).toBe(expected);
});

const dates: Row[] = [
  [{ starts_at: secondsAgo(-1) }, {}, 'dates'],
  [{ starts_at: secondsAgo(0) }, {}, null],
  [{ ends_at: secondsAgo(0) }, {}, 'dates'],
  [{ ends_at: secondsAgo(-1) }, {}, null],
  [{ starts_at: '2026-11-19T15:00:00+03:00', ends_at: '2026-11-19T15:00:01+03:00' }, {}, null],
];

test.each(dates)('%j now: %j %j', (given, visit, expected) => {
  expect(why(given, visit)).toBe(expected);
});

test('a visit that says when it is counts at that time', () => {
  const starts_at = secondsAgo(DAY);
  expect(why({ starts_at }, { at: secondsAgo(DAY) })).toBe(null);
  expect(why({ starts_at }, { at: secondsAgo(DAY + 1) })).toBe('dates');
});

const frequencies: Row[] = [
  [{ frequency: { per: 'page', max: 1 } }, { seconds_on_page: 60, shown: [past(60)] }, 'frequency'],
  [{ frequency: { per: 'page', max: 1 } }, { seconds_on_page: 60, shown: [past(61)] }, null],
  [{ frequency: { per: 'visit', max: 1 } }, { seconds_on_page: 60, shown: [past(61)] }, 'frequency'],
  [{ frequency: { per: 'visit', max: 1 } }, { shown: [past(601)] }, null],
  [{ frequency: { per: 'visit', max: 2 } }, { shown: [past(61)] }, null],
  [{ frequency: { per: 'visit', max: 2 } }, { shown: [past(61), past(200)] }, 'frequency'],
  [{ frequency: { per: 'day', max: 1 } }, { shown: [past(DAY - 1)] }, 'frequency'],
  [{ frequency: { per: 'day', max: 1 } }, { shown: [past(DAY)] }, null],
  [{ frequency: { per: 'week', max: 1 } }, { shown: [past(7 * DAY - 1)] }, 'frequency'],
  [{ frequency: { per: 'week', max: 1 } }, { shown: [past(7 * DAY)] }, null],
  [{ frequency: { per: 'ever', max: 1 } }, { shown: [past(1_000 * DAY)] }, 'frequency'],
  [{ frequency: { per: 'ever', max: 1 } }, { shown: [past(1_000 * DAY, OTHER)] }, null],
  [{ frequency: { per: 'ever', max: 1 }, id: null }, { shown: [past(1_000 * DAY)] }, null],
  [{ frequency: { per: 'ever', max: 1 } }, { shown: [past(-60)] }, null],
];

test.each(frequencies)('%j after %j: %j', (given, visit, expected) => {
  expect(why(given, visit)).toBe(expected);
});

describe('of all rules together', () => {
  test('invitations are 30 seconds apart', () => {
    expect(why({}, { shown: [past(29, OTHER)] })).toBe('frequency');
    expect(why({}, { shown: [past(30, OTHER)] })).toBe(null);
  });

  test('a visit has three at most', () => {
    const [first, second, third] = [past(100, OTHER), past(200, OTHER), past(300)];
    expect(why({}, { shown: [first, second] })).toBe(null);
    expect(why({}, { shown: [first, second, third] })).toBe('frequency');
    expect(why({}, { shown: [first, second, past(601)] })).toBe(null);
  });

  test('a dismissal ends them for the visit', () => {
    expect(why({}, { shown: [past(600, { ...OTHER, ...NO })] })).toBe('dismissed');
    expect(why({}, { shown: [past(601, { ...OTHER, ...NO })] })).toBe(null);
  });

  test('none shows while the visitor is chatting', () => {
    expect(why({}, { chatting: true })).toBe('chatting');
  });
});

test('a dismissed rule is silent for 30 days', () => {
  expect(why({}, { shown: [past(30 * DAY - 1, NO)] })).toBe('dismissed');
  expect(why({}, { shown: [past(30 * DAY, NO)] })).toBe(null);
});

test('a rule that is switched off does not show', () => {
  expect(why({ enabled: false })).toBe('disabled');
  expect(why({ enabled: true })).toBe(null);
});

test('the reason is the first that applies', () => {
  const never: Partial<Rule> = {
    enabled: false,
    starts_at: secondsAgo(-1),
    schedule: SCHEDULE,
    when: 'offline',
    trigger: { type: 'exit' },
    conditions: { match: 'all', items: [{ field: 'known', op: 'is', value: true }] },
    frequency: { per: 'ever', max: 1 },
  };
  const visit = { shown: [past(5, NO)], chatting: true };
  // What lifts each reason, in their order.
  const lifts: [Partial<Rule>, Partial<Moment>][] = [
    [{ enabled: true }, {}],
    [{ starts_at: null }, {}],
    [{ schedule: null }, {}],
    [{ when: 'any' }, {}],
    [{ trigger: { type: 'time' } }, {}],
    [{ conditions: { match: 'all', items: [] } }, {}],
    [{ frequency: { per: 'ever', max: 2 } }, { shown: [past(40, NO)] }],
    [{}, { shown: [] }],
    [{}, { chatting: false }],
  ];
  const reasons = [why(never, visit)];
  let [given, moment] = [never, visit];
  for (const [change, lift] of lifts) {
    given = { ...given, ...change };
    moment = { ...moment, ...lift };
    reasons.push(why(given, moment));
  }
  expect(reasons).toEqual([...invitationReasons.filter((reason) => reason !== 'priority'), null]);
});

test('of those that may show, the smallest priority does; of equal ones, the first', () => {
  const rules = [
    rule({ id: 1, priority: 200 }),
    rule({ id: 2, priority: 50, enabled: false }),
    rule({ id: 3 }),
    rule({ id: 4 }),
    rule({ id: null, priority: 300 }),
  ];
  expect(judge(moment(), rules, NOW)).toEqual({
    shows: true,
    rules: [
      { id: 1, shows: false, why: 'priority' },
      { id: 2, shows: false, why: 'disabled' },
      { id: 3, shows: true, why: null },
      { id: 4, shows: false, why: 'priority' },
      { id: null, shows: false, why: 'priority' },
    ],
  });
});

test('a campaign and a rule with the same number are two', () => {
  const keyed = (id: string) => ({ ...rule({ frequency: { per: 'ever', max: 1 } }), id });
  const whyNot = (shown: ReturnType<typeof past>) => {
    const visit = { ...moment(), seconds_on_site: 60, shown: [{ ...shown, rule_id: 'r5' }] };
    return judge(visit, [keyed('r5'), keyed('c5')], NOW).rules.map(({ why }) => why);
  };
  expect(whyNot(past(600))).toEqual(['frequency', null]);
  expect(whyNot(past(600, { dismissed: true }))).toEqual(['frequency', null]);
});

test('without rules nothing shows', () => {
  expect(judge(moment(), [], NOW)).toEqual({ shows: false, rules: [] });
});

test('50 rules of 10 conditions are judged in a millisecond', () => {
  const items = Array.from({ length: 10 }, (_, index) => ({
    field: 'url',
    op: 'not_contains' as const,
    value: `nothing${index}`,
  }));
  const schedule = { ...SCHEDULE, days: [4] };
  const rules = Array.from({ length: 50 }, (_, id) => rule({ id, schedule, conditions: { match: 'all', items } }));
  const visit = moment();
  const times = Array.from({ length: 200 }, () => {
    const began = performance.now();
    judge(visit, rules, NOW);
    return performance.now() - began;
  });
  // The quickest, since other tests run beside this one.
  expect(Math.min(...times)).toBeLessThan(1);
});
