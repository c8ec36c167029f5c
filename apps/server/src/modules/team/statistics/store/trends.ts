import { integer, pick, type RowOf } from '../../../../infra/postgres/row-schema.ts';
import { fragment, join, param, raw } from '../../../../infra/postgres/sql.ts';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import { agentHours, channelHours } from '../tables.ts';
import { byAgent, byChannel, countsOf, type Stretches, scopeOf, sums } from './counts.ts';
import { chatSums, fromRatings, ratingColumns } from './queries.ts';

/** People read these figures as those of their customers. */
const WITHOUT_INTERNAL = { internal: false };

const trendSums = { ...chatSums, ...pick(channelHours, 'responded', 'first_response_ms', 'messages') };
const trendColumns = { number: integer(), ...trendSums, ...ratingColumns };

export type TrendRow = Omit<RowOf<typeof trendColumns>, 'number'>;

const OR_ZERO = join(
  [...Object.keys(trendSums), ...Object.keys(ratingColumns)].map(
    (name) => fragment`coalesce(${raw(name)}, 0) AS ${raw(name)}`,
  ),
);

/** Non-empty buckets only, numbered from one. */
export function listTrend(ctx: Context<Read>, stretches: Stretches, bucketStarts: string[]) {
  const scope = scopeOf(ctx, stretches);
  const starts = param(bucketStarts);
  return ctx.sql(trendColumns)`
    SELECT number, ${OR_ZERO} FROM
      (SELECT width_bucket(at, ${starts}::timestamptz[]) AS number, ${sums(trendSums)}
       FROM (${countsOf(byChannel, scope, WITHOUT_INTERNAL)}) AS counted GROUP BY 1) AS chats
      FULL JOIN
      (SELECT width_bucket(updated_at, ${starts}::timestamptz[]) AS number, count(*) AS ratings, sum(score) AS stars
       ${fromRatings(scope)} GROUP BY 1) AS rated USING (number)`;
}

const hourSums = { ...chatSums, messages: channelHours.messages };

/** Non-empty hours only. */
export function listHours(ctx: Context<Read>, stretches: Stretches, timeZone: string) {
  return ctx.sql({ weekday: integer(), hour: integer(), ...hourSums })`
    SELECT extract(isodow FROM local)::int AS weekday, extract(hour FROM local)::int AS hour, ${sums(hourSums)}
    FROM (
      SELECT *, at AT TIME ZONE ${timeZone} AS local FROM (${countsOf(byChannel, scopeOf(ctx, stretches), WITHOUT_INTERNAL)}) AS counted
    ) AS counted
    GROUP BY 1, 2`;
}

const agentTrendSums = pick(agentHours, 'chats', 'accepted', 'messages');

export type AgentTrendRow = RowOf<typeof agentTrendSums>;

/** Non-empty buckets of one agent only, numbered from one. */
export function listAgentTrend(
  ctx: Context<Read>,
  stretches: Stretches,
  { agentId, starts }: { agentId: number; starts: string[] },
) {
  return ctx.sql({ number: integer(), ...agentTrendSums })`
    SELECT width_bucket(at, ${starts}::timestamptz[]) AS number, ${sums(agentTrendSums)}
    FROM (${countsOf(byAgent, scopeOf(ctx, stretches), { by: ['agent_id'] })}) AS counted
    WHERE agent_id = ${agentId} GROUP BY number`;
}
