import { invalid } from '../../../kernel/problems.ts';
import type { AgentRow, ChatCounts, RatingTotals, Totals } from './store/queries.ts';
import type { TrendRow } from './store/trends.ts';

/** The requested metrics; by default all except those that must be named. */
export function selectMetrics<Name extends string>(
  requested: string | undefined,
  known: Record<Name, unknown>,
  onlyByName: Name[] = [],
): Name[] {
  const all = Object.keys(known) as Name[];
  if (requested === undefined) return all.filter((name) => !onlyByName.includes(name));
  const names = requested.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(all as string[]).includes(name));
  if (unknown.length) throw invalid({ metric: unknown.map((name) => `"${name}" is not a known metric`) });
  return all.filter((name) => names.includes(name));
}

export function pick<T extends object, Name extends keyof T>(all: T, names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<T, Name>;
}

/** A chat without an accepting agent is unanswered. */
export function toChatMetrics({ chats, accepted_ai, accepted_human }: ChatCounts) {
  const accepted = accepted_ai + accepted_human;
  return {
    chats_total: chats,
    chats_missed: chats - accepted,
    chats_accepted: accepted,
    chats_accepted_ai: accepted_ai,
    chats_accepted_human: accepted_human,
  };
}

export function toWidgetMetrics(totals: Totals) {
  return {
    ...toChatMetrics(totals),
    chats_handled_ai: totals.handled_ai,
    chats_handled_human: totals.handled_human,
    chats_ai_to_human: totals.ai_to_human,
    chats_human_to_ai: totals.human_to_ai,
    chats_with_client_message: totals.written,
    messages_total: totals.messages,
    avg_response_time_seconds: secondsOf(totals.response_ms, totals.responded),
    avg_first_response_seconds: secondsOf(totals.first_response_ms, totals.responded),
    rating_average: average(totals.stars, totals.ratings),
  };
}

export function toRatingMetrics({ ratings, stars, commented, distribution }: RatingTotals) {
  return {
    ratings_total: ratings,
    ratings_commented: commented,
    rating_average: average(stars, ratings),
    rating_distribution: toScoreCounts(distribution),
  };
}

export function toTrendMetrics(row: TrendRow) {
  return {
    ...toChatMetrics(row),
    messages_total: row.messages,
    avg_first_response_seconds: secondsOf(row.first_response_ms, row.responded),
    ratings_total: row.ratings,
    rating_average: average(row.stars, row.ratings),
  };
}

function toScoreCounts([one = 0, two = 0, three = 0, four = 0, five = 0]: number[]) {
  return { 1: one, 2: two, 3: three, 4: four, 5: five };
}

export function toAgentMetrics(row: AgentRow) {
  return {
    chats_total: row.chats,
    chats_missed: row.type === 'human' ? row.missed : 0,
    avg_response_time_seconds: secondsOf(row.response_ms, row.responded),
    messages_total: row.messages,
    chats_accepted: row.accepted,
    chats_handled: row.handled,
    chats_transferred_out: row.transferred_out,
    chats_transferred_in: row.transferred_in,
    rating_average: average(row.stars, row.ratings),
    rating_distribution: toScoreCounts(row.distribution),
  };
}

const average = (sum: number, count: number) => secondsOf(sum * 1_000, count);

/** Seconds to three decimals, rounded as integers; null without a count. */
function secondsOf(ms: number, count: number) {
  return count ? Math.round(ms / count) / 1_000 : null;
}
