import type { ActiveInvitation, InvitationReason, InvitationVisit } from '@parley/contract';
import { meets } from './conditions.ts';
import { isWithinHours } from './hours.ts';

/** A moment of a visit. The server knows rules by numbers, the widget by keys. */
export type MomentOf<Key> = Omit<InvitationVisit, 'shown'> & { shown: (Past & { rule_id: Key })[] };
type Past = Pick<InvitationVisit['shown'][number], 'at' | 'dismissed'>;

type Judged = Pick<
  ActiveInvitation,
  'priority' | 'when' | 'trigger' | 'conditions' | 'schedule' | 'frequency' | 'starts_at' | 'ends_at'
>;
/** Without an id it is not stored. */
export type RuleOf<Key> = Judged & { id: Key | null; enabled?: boolean };

export interface Judgement<Key> {
  /** Whether one of the rules shows. */
  shows: boolean;
  /** In the order given. */
  rules: { id: Key | null; shows: boolean; why: InvitationReason | null }[];
}

const SECOND_MS = 1_000;
const DAY_MS = 86_400 * SECOND_MS;
const PAUSE_MS = 30 * SECOND_MS;
const MAX_PER_VISIT = 3;
const DISMISSED_MS = 30 * DAY_MS;

/**
 * Decides which rule shows in a moment of a visit, and why the others do not. The same code runs in the widget, on the
 * server and in the console. `now` is in milliseconds and counts unless the visit says when it is.
 */
export function judge<Key>(visit: MomentOf<Key>, rules: readonly RuleOf<Key>[], now: number): Judgement<Key> {
  const at = visit.at === undefined ? now : Date.parse(visit.at);
  const moment = { visit, at, page: new URL(visit.url), shown: agesOf(visit, at) };
  const reasons = rules.map((rule) => findReason(rule, moment));
  let first: RuleOf<Key> | undefined;
  for (const [index, rule] of rules.entries()) {
    if (!reasons[index] && !(first && first.priority <= rule.priority)) first = rule;
  }
  return {
    shows: Boolean(first),
    rules: rules.map((rule, index) => ({
      id: rule.id,
      shows: rule === first,
      why: rule === first ? null : (reasons[index] ?? 'priority'),
    })),
  };
}

interface Moment<Key> {
  visit: MomentOf<Key>;
  at: number;
  page: URL;
  shown: { rule: Key; age: number; dismissed: boolean }[];
}

/** A clock that was set back leaves times in the future, which say nothing. */
function agesOf<Key>({ shown }: MomentOf<Key>, at: number) {
  return shown
    .map(({ rule_id, at: then, dismissed }) => ({ rule: rule_id, age: at - Date.parse(then), dismissed }))
    .filter(({ age }) => age >= 0);
}

/** The first reason that applies, in the order of `invitationReasons`. */
function findReason<Key>(rule: RuleOf<Key>, moment: Moment<Key>): InvitationReason | undefined {
  const { visit, at, page } = moment;
  if (rule.enabled === false) return 'disabled';
  if ((rule.starts_at && at < Date.parse(rule.starts_at)) || (rule.ends_at && at >= Date.parse(rule.ends_at)))
    return 'dates';
  if (rule.schedule && !isWithinHours(rule.schedule, at)) return 'schedule';
  if (rule.when !== 'any' && (rule.when === 'online') !== visit.online) return 'when';
  if (!isTriggered(rule, visit)) return 'trigger';
  const { match, items } = rule.conditions;
  const isMet = (item: (typeof items)[number]) => meets(visit, page, item);
  if (items.length && !(match === 'all' ? items.every(isMet) : items.some(isMet))) return 'conditions';
  if (isTooOften(rule, moment)) return 'frequency';
  if (isDismissed(rule, moment)) return 'dismissed';
  return visit.chatting ? 'chatting' : undefined;
}

function isTriggered<Key>({ trigger }: RuleOf<Key>, visit: MomentOf<Key>) {
  const { seconds = 0, percent = 0, name } = trigger;
  return {
    time: visit.seconds_on_page >= seconds,
    idle: visit.idle_seconds >= seconds,
    scroll: visit.scroll_percent >= percent,
    // Elsewhere no pointer leaves the page.
    exit: visit.exit && visit.device === 'desktop',
    event: visit.event !== null && visit.event === name,
  }[trigger.type];
}

/** One at a time and a few a visit, of all rules together. */
function isTooOften<Key>(rule: RuleOf<Key>, { visit, shown }: Moment<Key>) {
  const { per, max } = rule.frequency;
  // A fraction of a second may be lost in between.
  const visitMs = visit.seconds_on_site * SECOND_MS + 1;
  const periodMs = {
    page: visit.seconds_on_page * SECOND_MS + 1,
    visit: visitMs,
    day: DAY_MS,
    week: 7 * DAY_MS,
    ever: Number.POSITIVE_INFINITY,
  }[per];
  return (
    shown.some(({ age }) => age < PAUSE_MS) ||
    shown.filter(({ age }) => age < visitMs).length >= MAX_PER_VISIT ||
    shown.filter((each) => each.rule === rule.id && each.age < periodMs).length >= max
  );
}

function isDismissed<Key>({ id }: RuleOf<Key>, { visit, shown }: Moment<Key>) {
  const visitMs = visit.seconds_on_site * SECOND_MS + 1;
  return shown.some(({ rule, age, dismissed }) => dismissed && (age < visitMs || (rule === id && age < DISMISSED_MS)));
}
