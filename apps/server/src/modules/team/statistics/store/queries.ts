import { array, integer, nullable, pick, type RowOf, text } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import { fragment, join, raw } from '../../../../infra/postgres/sql.ts';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import { codeOf } from '../../../account/agents/index.ts';
import { agents, FULL_NAME, NAMED_AGENTS } from '../../../account/agents/tables.ts';
import { agentHours, channelHours } from '../tables.ts';
import { byAgent, byChannel, countsIn, countsOf, type Scope, type Stretches, scopeOf, sums } from './counts.ts';

/** Number of ratings and the sum of their scores. */
export const ratingColumns = { ratings: integer(), stars: integer() };

export const fromRatings = ({ widget, from, to }: Scope) =>
  fragment`FROM ratings WHERE widget_id = ${widget} AND updated_at >= ${from} AND updated_at < ${to}`;

/** Number of ratings per score, from one. */
const DISTRIBUTION = fragment`ARRAY[${join(
  [1, 2, 3, 4, 5].map((score) => fragment`count(*) FILTER (WHERE score = ${raw(score)})`),
)}]`;

const totalSums = pick(channelHours, ...countsIn(byChannel), 'messages');
const totalColumns = { ...totalSums, ...ratingColumns };

export type Totals = RowOf<typeof totalColumns>;

export async function findTotals(ctx: Context<Read>, stretches: Stretches, { internal }: { internal: boolean }) {
  const scope = scopeOf(ctx, stretches);
  const rows = await ctx.sql(totalColumns)`
    SELECT * FROM
      (SELECT ${sums(totalSums)} FROM (${countsOf(byChannel, scope, { internal })}) AS counted) AS chats,
      (SELECT count(*) AS ratings, coalesce(sum(score), 0) AS stars ${fromRatings(scope)}) AS rated`;
  return onlyRow(rows);
}

const ratingTotals = { ...ratingColumns, commented: integer(), distribution: array(integer()) };

export type RatingTotals = RowOf<typeof ratingTotals>;

export async function findRatings(ctx: Context<Read>, stretches: Stretches) {
  const rows = await ctx.sql(ratingTotals)`
    SELECT count(*) AS ratings, coalesce(sum(score), 0) AS stars, count(comment) AS commented,
      ${DISTRIBUTION} AS distribution ${fromRatings(scopeOf(ctx, stretches))}`;
  return onlyRow(rows);
}

export const chatSums = pick(channelHours, 'chats', 'accepted_ai', 'accepted_human');

export type ChatCounts = RowOf<typeof chatSums>;

export function listChannels(ctx: Context<Read>, stretches: Stretches) {
  const counts = countsOf(byChannel, scopeOf(ctx, stretches), { by: ['channel'], messages: false, internal: false });
  return ctx.sql({ channel: channelHours.channel, ...chatSums })`
    SELECT channel, ${sums(chatSums)} FROM (${counts}) AS counted
    GROUP BY channel HAVING sum(chats) > 0 ORDER BY channel`;
}

const seriesSums = { ...chatSums, messages: channelHours.messages };

/**
 * Non-empty buckets only, numbered from one. Buckets are matched by their start: PostgreSQL does not know our calendar.
 */
export function listSeries(ctx: Context<Read>, stretches: Stretches, starts: string[]) {
  return ctx.sql({ number: integer(), ...seriesSums })`
    SELECT width_bucket(at, ${starts}::timestamptz[]) AS number, ${sums(seriesSums)}
    FROM (${countsOf(byChannel, scopeOf(ctx, stretches))}) AS counted GROUP BY number`;
}

const agentSums = pick(agentHours, ...countsIn(byAgent), 'messages');
const agentColumns = {
  agent_id: agents.id,
  name: nullable(text()),
  type: agents.type,
  ...agentSums,
  transferred_in: integer(),
  transferred_out: integer(),
  ...ratingColumns,
  distribution: array(integer()),
};

export type AgentRow = RowOf<typeof agentColumns>;

const SUMS_OR_ZERO = join(Object.keys(agentSums).map((name) => fragment`coalesce(c.${raw(name)}, 0) AS ${raw(name)}`));
const TRANSFERRED_IN = raw(codeOf('chat_transferred_in'));
const TRANSFERRED_OUT = raw(codeOf('chat_transferred_out'));

/** Chats transferred away again do not count as activity. */
function selectAgents(scope: Scope) {
  const { widget, from, to } = scope;
  return fragment`
    WITH counted AS (
      SELECT agent_id, ${sums(agentSums)} FROM (${countsOf(byAgent, scope, { by: ['agent_id'] })}) AS counted
      GROUP BY agent_id HAVING sum(chats) > 0 OR sum(accepted) > 0 OR sum(handled) > 0 OR sum(messages) > 0
    ),
    moved AS (
      SELECT agent_id, count(*) FILTER (WHERE type_code = ${TRANSFERRED_IN}) AS transferred_in,
        count(*) FILTER (WHERE type_code = ${TRANSFERRED_OUT}) AS transferred_out
      FROM agent_events WHERE widget_id = ${widget} AND type_code IN (${TRANSFERRED_IN}, ${TRANSFERRED_OUT})
        AND created_at >= ${from} AND created_at < ${to} GROUP BY agent_id
    ),
    rated AS (
      SELECT agent_id, count(*) AS ratings, sum(score) AS stars, ${DISTRIBUTION} AS distribution ${fromRatings(scope)}
      GROUP BY agent_id
    )
    SELECT a.id AS agent_id, ${FULL_NAME} AS name, a.type, ${SUMS_OR_ZERO},
      coalesce(m.transferred_in, 0) AS transferred_in, coalesce(m.transferred_out, 0) AS transferred_out,
      coalesce(r.ratings, 0) AS ratings, coalesce(r.stars, 0) AS stars,
      coalesce(r.distribution, '{0,0,0,0,0}') AS distribution
    FROM ${NAMED_AGENTS}
    LEFT JOIN counted c ON c.agent_id = a.id LEFT JOIN moved m ON m.agent_id = a.id
    LEFT JOIN rated r ON r.agent_id = a.id
    WHERE a.widget_id = ${widget}`;
}

const IS_LISTED = fragment`(a.status <> 'banned' OR num_nonnulls(c.agent_id, m.agent_id, r.agent_id) > 0)`;

export function listAgents(
  ctx: Context<Read>,
  stretches: Stretches,
  { after, limit }: { after: number; limit: number },
) {
  return ctx.sql(agentColumns)`
    ${selectAgents(scopeOf(ctx, stretches))} AND a.id > ${after} AND ${IS_LISTED} ORDER BY a.id LIMIT ${limit}`;
}

export async function findAgent(ctx: Context<Read>, stretches: Stretches, id: number) {
  const [found] = await ctx.sql(agentColumns)`${selectAgents(scopeOf(ctx, stretches))} AND a.id = ${id}`;
  return found;
}
