import type { InvitationReason, InvitationVisit } from '@parley/contract';
import { judge } from '@parley/invitations';
import type { Invitation } from '../model/invitation-queries.ts';
import { chosenField } from '../values/condition-kinds.ts';
import type { RuleContent } from '../values/rule-values.ts';

/** A visit as it is entered: what is told of a visitor to see whether a rule shows. */
export type VisitValues = Pick<
  InvitationVisit,
  | 'device'
  | 'visits'
  | 'pages'
  | 'seconds_on_page'
  | 'seconds_on_site'
  | 'idle_seconds'
  | 'scroll_percent'
  | 'exit'
  | 'online'
  | 'known'
  | 'chatted'
  | 'chatting'
  | 'referrer'
  | 'title'
> & { address: string; language: string; country: string; event: string; at: string };

export type VisitFact = keyof VisitValues;

export const firstVisit: VisitValues = {
  address: '',
  device: 'desktop',
  visits: 1,
  pages: 1,
  seconds_on_page: 60,
  seconds_on_site: 60,
  idle_seconds: 0,
  scroll_percent: 0,
  exit: false,
  event: '',
  online: true,
  known: false,
  chatted: false,
  chatting: false,
  referrer: '',
  title: '',
  language: '',
  country: '',
  at: '',
};

/** A visit that does what the rule waits for. */
export function visitFor({ trigger }: Pick<RuleContent, 'trigger'>): VisitValues {
  const { type, seconds = 0, percent = 0, name = '' } = trigger;
  const long = Math.max(firstVisit.seconds_on_page, seconds);
  return {
    ...firstVisit,
    seconds_on_page: long,
    seconds_on_site: long,
    idle_seconds: type === 'idle' ? seconds : 0,
    scroll_percent: type === 'scroll' ? percent : 0,
    exit: type === 'exit',
    event: type === 'event' ? name : '',
  };
}

const ALWAYS: VisitFact[] = ['device', 'visits', 'seconds_on_page', 'online'];
/** In the order in which they are asked for. */
export const visitFacts: VisitFact[] = [
  'device',
  'visits',
  'seconds_on_page',
  'idle_seconds',
  'scroll_percent',
  'exit',
  'event',
  'pages',
  'seconds_on_site',
  'online',
  'language',
  'country',
  'referrer',
  'title',
  'known',
  'chatted',
  'chatting',
  'at',
];

const OF_TRIGGER: Partial<Record<RuleContent['trigger']['type'], VisitFact>> = {
  idle: 'idle_seconds',
  scroll: 'scroll_percent',
  exit: 'exit',
  event: 'event',
};

/** What the rule looks at, and what is always asked for. */
export function factsFor({ trigger, conditions, schedule, starts_at, ends_at }: RuleContent): VisitFact[] {
  const fields = conditions.items.map(({ field }) => chosenField(field) as string);
  const hasTimes = schedule !== null || starts_at !== null || ends_at !== null;
  return visitFacts.filter(
    (fact) =>
      ALWAYS.includes(fact) ||
      fact === OF_TRIGGER[trigger.type] ||
      fields.includes(fact) ||
      (fact === 'at' && hasTimes),
  );
}

/** The whole address; people leave out the scheme. */
export function addressOf({ address }: Pick<VisitValues, 'address'>) {
  const typed = address.trim();
  if (!typed) return undefined;
  const whole = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  return URL.canParse(whole) ? whole : undefined;
}

export interface JudgedRule extends RuleContent {
  id: number | null;
  name: string;
  priority: number;
  enabled: boolean;
}

export interface Verdict {
  /** Whether this rule shows. */
  shows: boolean;
  why: InvitationReason | null;
  /** The rule that shows instead. */
  other: string | undefined;
  /** Whether each condition is met. */
  met: boolean[];
}

interface Surroundings {
  rules: Invitation[];
  timezone: string;
  now: number;
}

/** What the visit would see, by the code that the widget runs: the rule as it is edited, among the others. */
export function judgeVisit(
  rule: JudgedRule,
  values: VisitValues,
  { rules, timezone, now }: Surroundings,
): Verdict | undefined {
  const url = addressOf(values);
  if (!url) return undefined;
  const { address: _, language, country, event, at, ...rest } = values;
  const visit = {
    ...rest,
    url,
    language: language.trim() || null,
    country: country.trim() || null,
    event: event.trim() || null,
    seconds_on_site: Math.max(values.seconds_on_site, values.seconds_on_page),
    ...(at && { at: new Date(at).toISOString() }),
    shown: [],
  };
  const withZone = <Rule extends RuleContent>(each: Rule) => ({
    ...each,
    schedule: each.schedule && { ...each.schedule, timezone },
  });
  const others = rules.filter(({ id }) => id !== rule.id);
  const rank = ({ id }: { id: number | null }) => id ?? Number.POSITIVE_INFINITY;
  // It is judged as it would be once it is enabled.
  const all = [...others, { ...rule, enabled: true }]
    .map(withZone)
    .toSorted((one, another) => one.priority - another.priority || rank(one) - rank(another));
  const judged = judge(visit, all, now);
  const own = judged.rules.find(({ id }) => id === rule.id);
  const first = judged.rules.find(({ shows }) => shows);
  return {
    shows: own?.shows ?? false,
    why: own?.why ?? null,
    other: first && first !== own ? others.find(({ id }) => id === first.id)?.name : undefined,
    met: rule.conditions.items.map((item) => isMet(item)),
  };

  /** Judged alone, with nothing else to fail. */
  function isMet(item: RuleContent['conditions']['items'][number]) {
    const alone = {
      id: null,
      priority: 1,
      when: 'any' as const,
      trigger: { type: 'time' as const, seconds: 0 },
      conditions: { match: 'all' as const, items: [item] },
      schedule: null,
      frequency: { per: 'ever' as const, max: 1 },
      starts_at: null,
      ends_at: null,
    };
    return judge({ ...visit, chatting: false }, [alone], now).shows;
  }
}
