import type { Column } from 'drizzle-orm';
import { type Fragment, fragment, join, param, raw } from '../../../../infra/postgres/sql.ts';
import type { Context, Read } from '../../../../kernel/data/context.ts';

/** An hourly table and what a chat's fact `f` adds to it. Messages are counted separately. */
export interface HourlyCounts<Key extends string = string, Count extends string = string> {
  hours: Fragment;
  /** Grouping columns besides the hour, as SQL over a fact. */
  keys: Record<Key, Fragment>;
  counts: Record<Count, Fragment>;
  /** Rows of a facts table, one per group they count in. */
  facts: (table: Fragment) => Fragment;
}

const when = (condition: Fragment) => fragment`CASE WHEN ${condition} THEN f.sign ELSE 0 END`;
const sumOf = (duration: Fragment) => fragment`f.sign * coalesce(${duration}, 0)`;

export const byChannel = {
  hours: fragment`channel_hours`,
  keys: { channel: fragment`f.channel`, is_internal: fragment`f.is_internal` },
  counts: {
    chats: fragment`f.sign`,
    written: when(fragment`f.has_client_messages`),
    accepted_ai: when(fragment`f.accepted_type = 'ai'`),
    accepted_human: when(fragment`f.accepted_type = 'human'`),
    handled_ai: when(fragment`f.handled_type = 'ai'`),
    handled_human: when(fragment`f.handled_type = 'human'`),
    ai_to_human: when(fragment`f.accepted_type = 'ai' AND f.handled_type = 'human'`),
    human_to_ai: when(fragment`f.accepted_type = 'human' AND f.handled_type = 'ai'`),
    responded: when(fragment`f.response_ms IS NOT NULL`),
    response_ms: sumOf(fragment`f.response_ms`),
    first_response_ms: sumOf(fragment`f.first_response_ms`),
  },
  facts: (table: Fragment) => fragment`${table} f`,
} satisfies HourlyCounts;

/** A chat counts once for each agent involved, whatever their parts in it. */
export const byAgent = {
  hours: fragment`agent_hours`,
  keys: { agent_id: fragment`r.agent_id` },
  counts: {
    chats: fragment`r.owned * f.sign`,
    missed: when(fragment`r.owned = 1 AND f.accepted_type IS NULL`),
    responded: when(fragment`r.owned = 1 AND f.response_ms IS NOT NULL`),
    response_ms: fragment`r.owned * ${sumOf(fragment`f.response_ms`)}`,
    accepted: fragment`r.accepted * f.sign`,
    handled: fragment`r.handled * f.sign`,
  },
  facts: (table: Fragment) => fragment`
    ${table} f JOIN LATERAL (
      VALUES (f.agent_id, 1, 0, 0), (f.accepted_by, 0, 1, 0), (f.handled_by, 0, 0, 1)
    ) AS r (agent_id, owned, accepted, handled) ON r.agent_id IS NOT NULL`,
} satisfies HourlyCounts;

/** Names of the columns that the facts are added to. */
export const countsIn = <Count extends string>({ counts }: HourlyCounts<string, Count>) =>
  Object.keys(counts) as Count[];

/** Counted messages `m`: no notes, no system messages and no outreach. */
export const IS_COUNTED = fragment`NOT m.private AND m.sender <> 'system' AND NOT m.is_outreach`;

/** The bounds of a window's three stretches: a partial hour, whole hours, a partial hour. */
export interface Stretches {
  from: string;
  firstHour: string;
  lastHour: string;
  to: string;
}

/** The parameters that all parts of a statement about a window share. */
export const scopeOf = ({ widgetId }: Context<Read>, { from, firstHour, lastHour, to }: Stretches) => ({
  widget: param(widgetId),
  from: param(from),
  firstHour: param(firstHour),
  lastHour: param(lastHour),
  to: param(to),
});

export type Scope = ReturnType<typeof scopeOf>;

interface CountOptions<Key extends string> {
  /** Group by these keys. */
  by?: Key[];
  /** Whether messages have these keys and are counted. */
  messages?: boolean;
  /** Whether internal chats and their messages count; only known by channel. */
  internal?: boolean;
}

const NOT_IN_INTERNAL = fragment`
  AND NOT EXISTS (SELECT FROM chats c WHERE c.widget_id = m.widget_id AND c.id = m.chat_id AND c.is_internal)`;

/**
 * All rows that add up to the counts of a window, each at its time `at`: whole hours from the hourly table, plus single
 * facts and messages for hours not aggregated yet and for partial hours at the ends. Being one statement, it sees one
 * snapshot, so that nothing is missing or counted twice.
 */
export function countsOf<Key extends string>(
  tally: HourlyCounts<Key>,
  { widget, from, firstHour, lastHour, to }: Scope,
  { by = [], messages = true, internal = true }: CountOptions<Key> = {},
) {
  const { hours, keys, counts, facts } = tally;
  const names = countsIn(tally);
  const ofHours = join([fragment`hour AS at`, ...[...by, ...names, 'messages'].map(raw)]);
  const ofFact = join([fragment`f.opened_at`, ...by.map((key) => keys[key]), ...Object.values(counts), raw(0)]);
  const ofMessage = join([
    fragment`m.created_at`,
    ...by.map((key) => raw(`m.${key}`)),
    ...names.map(() => raw(0)),
    raw(1),
  ]);
  const isShown = (condition: Fragment) => (internal ? fragment`` : condition);
  const wholeHours = fragment`
    SELECT ${ofHours} FROM ${hours} WHERE widget_id = ${widget} AND hour >= ${firstHour} AND hour < ${lastHour}
      ${isShown(fragment`AND NOT is_internal`)}`;
  const factsIn = (condition: Fragment) => fragment`
    SELECT ${ofFact} FROM ${facts(fragment`chat_facts`)} WHERE f.widget_id = ${widget} AND ${condition}
      ${isShown(fragment`AND NOT f.is_internal`)}`;
  const messagesIn = (condition: Fragment) => fragment`
    SELECT ${ofMessage} FROM messages m WHERE m.widget_id = ${widget} AND ${IS_COUNTED} AND ${condition}
      ${isShown(NOT_IN_INTERNAL)}`;
  /** Messages of the widget from this time on are not in the hours yet. */
  const messagesUntil = fragment`
    coalesce((SELECT messages_until FROM statistics_progress WHERE widget_id = ${widget}), '-infinity')`;
  const parts = [
    wholeHours,
    factsIn(fragment`f.opened_at >= ${from} AND f.opened_at < ${firstHour}`),
    factsIn(fragment`f.opened_at >= ${lastHour} AND f.opened_at < ${to}`),
    factsIn(fragment`NOT f.is_added AND f.opened_at >= ${firstHour} AND f.opened_at < ${lastHour}`),
  ];
  const ofMessages = [
    messagesIn(fragment`m.created_at >= ${from} AND m.created_at < ${firstHour}`),
    messagesIn(fragment`m.created_at >= ${lastHour} AND m.created_at < ${to}`),
    messagesIn(fragment`
      m.created_at >= greatest(${firstHour}::timestamptz, ${messagesUntil}) AND m.created_at < ${lastHour}`),
  ];
  return join([...parts, ...(messages ? ofMessages : [])], ' UNION ALL ');
}

/** The sums of these columns of an hourly table, under their names. */
export const sums = (columns: Record<string, Column>) =>
  join(Object.keys(columns).map((name) => fragment`coalesce(sum(${raw(name)}), 0)::bigint AS ${raw(name)}`));
