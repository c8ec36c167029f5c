import { judge, type MomentOf, type RuleOf } from '../src/index.ts';

/** Thursday, 15:00 in Moscow. */
export const NOW = Date.parse('2026-11-19T12:00:00Z');
const SECOND_MS = 1_000;

export type Moment = MomentOf<number>;
export type Rule = RuleOf<number>;

/** Ten minutes into a visit, on its first page. */
export const moment = (changes: Partial<Moment> = {}): Moment => ({
  url: 'https://shop.example/tea?utm_source=Mail&size=XL#top',
  referrer: 'https://search.example/?q=tea',
  title: 'Green tea',
  language: 'en',
  country: 'DE',
  device: 'desktop',
  visits: 1,
  pages: 1,
  seconds_on_page: 600,
  seconds_on_site: 600,
  scroll_percent: 0,
  idle_seconds: 0,
  exit: false,
  event: null,
  online: true,
  known: false,
  chatted: false,
  chatting: false,
  shown: [],
  ...changes,
});

/** Shows on every page at once. */
export const rule = (changes: Partial<Rule> = {}): Rule => ({
  id: 1,
  priority: 100,
  when: 'any',
  trigger: { type: 'time', seconds: 0 },
  conditions: { match: 'all', items: [] },
  schedule: null,
  frequency: { per: 'visit', max: 100 },
  starts_at: null,
  ends_at: null,
  ...changes,
});

export const secondsAgo = (seconds: number) => new Date(NOW - seconds * SECOND_MS).toISOString();

/** An invitation that was shown before. */
export const past = (seconds: number, { rule_id = 1, dismissed = false } = {}) => ({
  rule_id,
  at: secondsAgo(seconds),
  dismissed,
});

/** Why the rule does not show; null if it does. */
export const why = (changes: Partial<Rule>, visit: Partial<Moment> = {}, now = NOW) =>
  judge(moment(visit), [rule(changes)], now).rules[0]?.why;
