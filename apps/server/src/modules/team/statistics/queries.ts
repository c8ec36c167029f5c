import type { Agent } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import { codeOf } from '../../account/agents/index.ts';
import { byAgent, byChannel, countsOf, sums } from './counts.ts';
import { stretchesOf, type Window } from './windows.ts';

export interface ChatCounts {
  chats: number;
  accepted_ai: number;
  accepted_human: number;
}

interface ResponseTotals {
  responded: number;
  response_ms: number;
}

/** Number of ratings and the sum of their scores. */
interface RatingTotals {
  ratings: number;
  stars: number;
}

export interface Totals extends ChatCounts, ResponseTotals, RatingTotals {
  written: number;
  handled_ai: number;
  handled_human: number;
  ai_to_human: number;
  human_to_ai: number;
  first_response_ms: number;
  messages: number;
}

const RATED = 'FROM ratings WHERE widget_id = $1 AND updated_at >= $2 AND updated_at < $5';

const TOTALS = `
  SELECT * FROM
    (SELECT ${sums([...Object.keys(byChannel.counts), 'messages'])} FROM (${countsOf(byChannel)}) AS counted) AS chats,
    (SELECT count(*) AS ratings, coalesce(sum(score), 0) AS stars ${RATED}) AS rated`;

export async function findTotals({ sql, widgetId }: Context<Read>, window: Window) {
  const [found] = await sql<Totals>({ text: TOTALS, values: [widgetId, ...stretchesOf(window)] });
  return found as Totals;
}

const VOLUME = ['chats', 'accepted_ai', 'accepted_human'];

const CHANNELS = `
  SELECT channel, ${sums(VOLUME)} FROM (${countsOf(byChannel, { by: ['channel', 'is_internal'], messages: false })}) AS counted
  WHERE NOT is_internal GROUP BY channel HAVING sum(chats) > 0 ORDER BY channel`;

export const listChannels = ({ sql, widgetId }: Context<Read>, window: Window) =>
  sql<ChatCounts & { channel: string }>({ text: CHANNELS, values: [widgetId, ...stretchesOf(window)] });

/** Buckets are matched by their start: PostgreSQL does not know our calendar. */
const SERIES = `
  SELECT width_bucket(at, $6::timestamptz[]) AS number, ${sums([...VOLUME, 'messages'])}
  FROM (${countsOf(byChannel)}) AS counted GROUP BY number`;

/** Non-empty buckets only, numbered from one. */
export const listSeries = ({ sql, widgetId }: Context<Read>, window: Window, buckets: Window[]) =>
  sql<ChatCounts & { number: number; messages: number }>({
    text: SERIES,
    values: [widgetId, ...stretchesOf(window), buckets.map(({ from }) => from.toString())],
  });

export interface AgentRow extends ResponseTotals, RatingTotals {
  agent_id: number;
  name: string | null;
  type: Agent['type'];
  chats: number;
  missed: number;
  accepted: number;
  handled: number;
  messages: number;
  transferred_in: number;
  transferred_out: number;
  /** Number of ratings per score, from one. */
  distribution: number[];
}

const OF_AGENT = [...Object.keys(byAgent.counts), 'messages'];
const RECEIVED = codeOf('chat_transferred_in');
const GIVEN = codeOf('chat_transferred_out');
const SCORES = [1, 2, 3, 4, 5].map((score) => `count(*) FILTER (WHERE score = ${score})`);

/** Chats transferred away again do not count as activity. */
const AGENTS = `
  WITH counted AS (
    SELECT agent_id, ${sums(OF_AGENT)} FROM (${countsOf(byAgent, { by: ['agent_id'] })}) AS counted
    GROUP BY agent_id HAVING sum(chats) > 0 OR sum(accepted) > 0 OR sum(handled) > 0 OR sum(messages) > 0
  ),
  moved AS (
    SELECT agent_id, count(*) FILTER (WHERE type_code = ${RECEIVED}) AS transferred_in,
      count(*) FILTER (WHERE type_code = ${GIVEN}) AS transferred_out
    FROM agent_events WHERE widget_id = $1 AND type_code IN (${RECEIVED}, ${GIVEN}) AND created_at >= $2 AND created_at < $5 GROUP BY agent_id
  ),
  rated AS (
    SELECT agent_id, count(*) AS ratings, sum(score) AS stars, ARRAY[${SCORES}] AS distribution ${RATED} GROUP BY agent_id
  )
  SELECT a.id AS agent_id, nullif(concat_ws(' ', u.name, u.surname), '') AS name, a.type,
    ${OF_AGENT.map((name) => `coalesce(c.${name}, 0) AS ${name}`)},
    coalesce(m.transferred_in, 0) AS transferred_in, coalesce(m.transferred_out, 0) AS transferred_out,
    coalesce(r.ratings, 0) AS ratings, coalesce(r.stars, 0) AS stars, coalesce(r.distribution, '{0,0,0,0,0}') AS distribution
  FROM agents a LEFT JOIN users u ON u.id = a.user_id
  LEFT JOIN counted c ON c.agent_id = a.id LEFT JOIN moved m ON m.agent_id = a.id LEFT JOIN rated r ON r.agent_id = a.id
  WHERE a.widget_id = $1`;

const IS_LISTED = `(a.status <> 'banned' OR num_nonnulls(c.agent_id, m.agent_id, r.agent_id) > 0)`;

export const listAgents = (
  { sql, widgetId }: Context<Read>,
  window: Window,
  { after, limit }: { after: number; limit: number },
) =>
  sql<AgentRow>({
    text: `${AGENTS} AND a.id > $6 AND ${IS_LISTED} ORDER BY a.id LIMIT $7`,
    values: [widgetId, ...stretchesOf(window), after, limit],
  });

export async function findAgent({ sql, widgetId }: Context<Read>, window: Window, id: number) {
  const values = [widgetId, ...stretchesOf(window), id];
  const [found] = await sql<AgentRow>({ text: `${AGENTS} AND a.id = $6`, values });
  return found;
}
