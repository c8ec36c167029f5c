import { type Static, type TProperties, Type } from 'typebox';
import { agentTypes } from '../agents/agents.ts';
import { route } from '../route/route.ts';
import { bare, defaulted, doc, Flag, Id, nullable, one, page, range, Timestamp } from '../route/schemas.ts';

const periods = ['today', 'yesterday', 'week', 'month'] as const;
export type Period = (typeof periods)[number];
const intervals = ['day', 'week', 'month'] as const;
const trendIntervals = ['hour', ...intervals] as const;
export type TrendInterval = (typeof trendIntervals)[number];

const Count = Type.Integer({ minimum: 0 });
/** Null when there is nothing to average. */
const Average = nullable(Type.Number({ minimum: 0 }));

/** Number of ratings by score. */
const ScoreCounts = Type.Object({
  1: doc('Ratings with the score 1.', Count, { example: 1 }),
  2: doc('Ratings with the score 2.', Count, { example: 0 }),
  3: doc('Ratings with the score 3.', Count, { example: 2 }),
  4: doc('Ratings with the score 4.', Count, { example: 4 }),
  5: doc('Ratings with the score 5.', Count, { example: 17 }),
});

/** Of chats started in the window. */
const volume = {
  chats_total: doc('Chats started in the window.', Count, { example: 214 }),
  chats_missed: doc('Of these, chats that neither a person nor the AI answered.', Count, { example: 12 }),
  chats_accepted: doc('All but the missed ones.', Count, { example: 202 }),
  chats_accepted_ai: doc('Of these, chats that the AI answered first.', Count, { example: 61 }),
  chats_accepted_human: doc('Of these, chats that a person answered first.', Count, { example: 141 }),
};

export const widgetMetrics = {
  ...volume,
  chats_handled_ai: doc('Accepted chats that the AI handles now.', Count, { example: 48 }),
  chats_handled_human: doc('Accepted chats that a person handles now.', Count, { example: 154 }),
  chats_ai_to_human: doc('Chats that the AI answered first and a person handles now.', Count, { example: 13 }),
  chats_human_to_ai: doc('Chats that a person answered first and the AI handles now.', Count, { example: 0 }),
  chats_with_client_message: doc('Chats in which the visitor wrote.', Count, { example: 209 }),
  messages_total: doc('Messages sent in the window by visitors, agents and the AI.', Count, { example: 1_840 }),
  avg_response_time_seconds: doc(
    'From the start of the chat to the first reply; long for visitors who return. Null if none.',
    Average,
    { example: 38.412 },
  ),
  avg_first_response_seconds: doc(
    "From the visitor's first message to the first reply; only if named in `metric`.",
    Average,
    { example: 21.704 },
  ),
  rating_average: doc('Of ratings given or changed in the window; null if there are none.', Average, { example: 4.5 }),
};

export const seriesMetrics = {
  ...volume,
  messages_total: doc('Messages sent in the bucket by visitors, agents and the AI.', Count, { example: 184 }),
};

export const agentMetrics = {
  chats_total: doc('Chats started in the window that the agent owns now.', Count, { example: 96 }),
  chats_missed: doc('Of these, chats that nobody answered; always 0 for the AI.', Count, { example: 2 }),
  avg_response_time_seconds: doc('From the start of these chats to the first reply; null if none.', Average, {
    example: 38.412,
  }),
  messages_total: doc('Messages sent by the agent in the window.', Count, { example: 512 }),
  chats_accepted: doc('Chats that the agent answered first.', Count, { example: 88 }),
  chats_handled: doc('Chats that the agent handles now.', Count, { example: 87 }),
  chats_transferred_out: doc('Transfers by which the agent lost a chat.', Count, { example: 9 }),
  chats_transferred_in: doc('Transfers by which the agent got a chat.', Count, { example: 5 }),
  rating_average: doc('Of ratings given or changed in the window; null if there are none.', Average, { example: 4.5 }),
  rating_distribution: doc('Number of ratings by score.', ScoreCounts),
};

/** In Europe/Moscow, half-open: [from, to). */
const bounds = {
  from: doc('Beginning of the window, included.', Timestamp),
  to: doc('End of the window, excluded.', Timestamp, { example: '2026-05-02T00:00:00+03:00' }),
};
/** Only the requested metrics are present. */
const some = <P extends TProperties>(properties: P) => Type.Partial(Type.Object(properties));
const listOf = <P extends TProperties>(item: P) =>
  Type.Object({
    data: doc('Rows of the report.', Type.Array(Type.Object(item))),
    next_cursor: doc('The `cursor` of the next page; null on the last.', nullable(Type.String())),
    ...bounds,
  });

export const Stats = Type.Object({ ...bounds, ...some(widgetMetrics).properties });
export type Stats = Static<typeof Stats>;
export const ChannelStats = listOf({
  channel: doc("`service` for the site, `ch<id>` for a custom channel, or a messenger's code.", Type.String(), {
    example: 'service',
  }),
  ...volume,
});
export const StatsSeries = listOf({ ...bounds, ...some(seriesMetrics).properties });

const agentRow = {
  agent_id: doc('The agent.', Id),
  name: doc('Name of the agent.', nullable(Type.String()), { example: 'Ann Lee' }),
  type: doc('A person, an AI operator, or an AI that runs elsewhere (`webhook`).', Type.Enum([...agentTypes])),
  ...some(agentMetrics).properties,
};
export const AgentStats = Type.Object({ ...bounds, ...agentRow });
export type AgentStats = Static<typeof AgentStats>;
export const AgentStatsPage = listOf(agentRow);

/** The account's time zone, in which days, weeks and hours are cut. */
const zoned = {
  timezone: doc("The account's time zone, in which days, weeks and hours are cut.", Type.String(), {
    example: 'Europe/Moscow',
  }),
};

export const StatsTrend = Type.Object({
  ...zoned,
  ...listOf({
    ...bounds,
    ...volume,
    messages_total: doc('Messages sent in the bucket by visitors, agents and the AI.', Count, { example: 184 }),
    avg_first_response_seconds: doc("From the visitor's first message to the first reply; null if none.", Average, {
      example: 21.704,
    }),
    ratings_total: doc('Ratings given or changed in the bucket.', Count, { example: 6 }),
    rating_average: doc('Their average; null if there are none.', Average, { example: 4.5 }),
  }).properties,
});

export const HourStats = Type.Object({
  ...zoned,
  ...listOf({
    weekday: doc('Day of the week; 1 is Monday.', Type.Integer({ minimum: 1, maximum: 7 }), { example: 1 }),
    hour: doc('Hour of the day, from 0 to 23.', Type.Integer({ minimum: 0, maximum: 23 }), { example: 9 }),
    chats_total: doc('Chats started in this hour of the week.', Count, { example: 14 }),
    chats_missed: doc('Of these, chats that nobody answered.', Count, { example: 1 }),
    messages_total: doc('Messages sent in this hour of the week.', Count, { example: 96 }),
  }).properties,
});

export const RatingStats = Type.Object({
  ...bounds,
  ratings_total: doc('Ratings given or changed in the window.', Count, { example: 24 }),
  ratings_commented: doc('Ratings with a comment.', Count, { example: 9 }),
  rating_average: doc('Their average; null if there are none.', Average, { example: 4.5 }),
  rating_distribution: doc('Number of ratings by score.', ScoreCounts),
});

export const AgentTrend = Type.Object({
  ...zoned,
  ...listOf({
    ...bounds,
    chats_total: doc('Chats started in the bucket that the agent owns now.', Count, { example: 12 }),
    chats_accepted: doc('Chats started in the bucket that the agent answered first.', Count, { example: 11 }),
    messages_total: doc('Messages sent by the agent in the bucket.', Count, { example: 64 }),
  }).properties,
});

/** Query members of a window: a named period or a range. */
export const window = {
  period: doc(
    'A named window in Europe/Moscow, until now; not together with `from` or `to`.',
    Type.Optional(Type.Enum([...periods])),
  ),
  ...range,
};
const metric = doc(
  'Comma-separated names of metrics: only these are in the response. Left out: all.',
  Type.Optional(Type.String({ minLength: 1, maxLength: 1_024 })),
  { example: 'chats_total,chats_missed' },
);
const Query = Type.Object({ ...window, metric });

const TrendQuery = Type.Object({
  ...range,
  interval: doc('Length of a bucket.', defaulted(Type.Enum([...trendIntervals]), 'day')),
});

const read = { method: 'GET', scope: 'stats:read', rate: 'read' } as const;

export const stats = {
  read: route({
    ...read,
    path: '/v1/stats',
    summary: 'Retrieve chat, message and rating statistics of a period, by default the last 30 days',
    description:
      'Chats count when they started, whatever happens later, so figures of the past change as long as their chats do. See [Statistics](/docs/guides/statistics).',
    query: Type.Object({
      ...Query.properties,
      internal: doc(
        'Whether internal chats, those of the members of a department, and their messages count. 0 leaves them out.',
        defaulted(Flag, 1),
      ),
    }),
    replies: { 200: one(Stats) },
  }),
  channels: route({
    ...read,
    path: '/v1/stats/channels',
    summary: 'Retrieve chat statistics of a period by channel, without internal chats and empty channels',
    description: 'Adds up to less than the total of `GET /v1/stats` by the number of internal chats.',
    query: Type.Object(window),
    replies: { 200: bare(ChannelStats) },
  }),
  timeseries: route({
    ...read,
    path: '/v1/stats/timeseries',
    summary: 'Retrieve chat and message statistics by day, week or month: up to 366 buckets, empty ones included',
    description:
      'Buckets are cut at midnight, Monday or the first of a month in Europe/Moscow; the first and the last may be shorter. More than 366 are 422.',
    query: Type.Object({
      ...window,
      interval: doc('Length of a bucket.', defaulted(Type.Enum([...intervals]), 'day')),
      metric,
    }),
    replies: { 200: bare(StatsSeries) },
  }),
  trend: route({
    ...read,
    path: '/v1/stats/trend',
    summary: 'Retrieve chats, replies and ratings by hour, day, week or month in the time zone of the account',
    description:
      'Internal chats do not count. More than 366 buckets are 422. Without `from` and `to`: the last 30 days.',
    query: TrendQuery,
    replies: { 200: bare(StatsTrend) },
    beyond: true,
  }),
  hours: route({
    ...read,
    path: '/v1/stats/hours',
    summary: 'Retrieve chats and messages by weekday and hour in the time zone of the account',
    description:
      'Has all 168 hours of a week, empty ones included; the same hour of several weeks is one. Internal chats do not count.',
    query: Type.Object(range),
    replies: { 200: bare(HourStats) },
    beyond: true,
  }),
  ratings: route({
    ...read,
    path: '/v1/stats/ratings',
    summary: 'Retrieve the number of ratings of a period, by score',
    description: 'Rating the same agent again replaces the earlier rating, so no contact counts twice for one agent.',
    query: Type.Object(window),
    replies: { 200: one(RatingStats) },
    beyond: true,
  }),
  agents: route({
    ...read,
    path: '/v1/agents/stats',
    summary: 'List statistics of agents for a period. Suspended agents are listed if they have any',
    description:
      'Agents without anything are listed with zeros; AI operators and external operators are listed too. What counts for whom is in [Statistics](/docs/guides/statistics).',
    query: page({ ...window, metric }),
    replies: { 200: bare(AgentStatsPage) },
  }),
  agent: route({
    ...read,
    path: '/v1/agents/{id}/stats',
    summary: 'Retrieve statistics of one agent for a period',
    description: "The same figures as the agent's row in `GET /v1/agents/stats`. A suspended agent is readable too.",
    resource: 'agent',
    query: Query,
    replies: { 200: one(AgentStats) },
  }),
};

/** Your own statistics need no scope. */
const readOwn = { method: 'GET', auth: 'session', rate: 'read', beyond: true } as const;

export const ownStats = route({
  ...readOwn,
  path: '/console-api/profile/stats',
  summary: 'Retrieve your own statistics for a period',
  query: Query,
  replies: { 200: one(AgentStats) },
});

export const ownTrend = route({
  ...readOwn,
  path: '/console-api/profile/stats/trend',
  summary: 'Retrieve your own chats and messages by hour, day, week or month in the time zone of the account',
  query: TrendQuery,
  replies: { 200: bare(AgentTrend) },
});
