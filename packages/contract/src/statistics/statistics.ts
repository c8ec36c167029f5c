import { type Static, type TProperties, Type } from 'typebox';
import { agentTypes } from '../agents/agents.ts';
import { route } from '../route/route.ts';
import { bare, defaulted, Id, nullable, one, page, range, Timestamp } from '../route/schemas.ts';

const periods = ['today', 'yesterday', 'week', 'month'] as const;
export type Period = (typeof periods)[number];
const intervals = ['day', 'week', 'month'] as const;
const trendIntervals = ['hour', ...intervals] as const;
export type TrendInterval = (typeof trendIntervals)[number];

const Count = Type.Integer({ minimum: 0 });
/** Null when there is nothing to average. */
const Average = nullable(Type.Number({ minimum: 0 }));

/** Number of ratings by score. */
const ScoreCounts = Type.Object({ 1: Count, 2: Count, 3: Count, 4: Count, 5: Count });

/** Of chats started in the window. */
const volume = {
  chats_total: Count,
  chats_missed: Count,
  chats_accepted: Count,
  chats_accepted_ai: Count,
  chats_accepted_human: Count,
};

export const widgetMetrics = {
  ...volume,
  chats_handled_ai: Count,
  chats_handled_human: Count,
  chats_ai_to_human: Count,
  chats_human_to_ai: Count,
  /** Chats in which the visitor wrote. */
  chats_with_client_message: Count,
  messages_total: Count,
  /** From the start of the chat to the first reply. */
  avg_response_time_seconds: Average,
  /** From the visitor's first message to the first reply; only if named in `metric`. */
  avg_first_response_seconds: Average,
  /** Of ratings given or changed in the window. */
  rating_average: Average,
};

export const seriesMetrics = { ...volume, messages_total: Count };

export const agentMetrics = {
  /** Chats owned by the agent, and those among them that nobody answered. */
  chats_total: Count,
  chats_missed: Count,
  avg_response_time_seconds: Average,
  /** Messages sent by the agent. */
  messages_total: Count,
  chats_accepted: Count,
  chats_handled: Count,
  chats_transferred_out: Count,
  chats_transferred_in: Count,
  rating_average: Average,
  rating_distribution: ScoreCounts,
};

/** In Europe/Moscow, half-open: [from, to). */
const bounds = { from: Timestamp, to: Timestamp };
/** Only the requested metrics are present. */
const some = <P extends TProperties>(properties: P) => Type.Partial(Type.Object(properties));
const listOf = <P extends TProperties>(item: P) =>
  Type.Object({ data: Type.Array(Type.Object(item)), next_cursor: nullable(Type.String()), ...bounds });

export const Stats = Type.Object({ ...bounds, ...some(widgetMetrics).properties });
export type Stats = Static<typeof Stats>;
export const ChannelStats = listOf({ channel: Type.String(), ...volume });
export const StatsSeries = listOf({ ...bounds, ...some(seriesMetrics).properties });

const agentRow = {
  agent_id: Id,
  name: nullable(Type.String()),
  type: Type.Enum([...agentTypes]),
  ...some(agentMetrics).properties,
};
export const AgentStats = Type.Object({ ...bounds, ...agentRow });
export type AgentStats = Static<typeof AgentStats>;
export const AgentStatsPage = listOf(agentRow);

/** The account's time zone, in which days, weeks and hours are cut. */
const zoned = { timezone: Type.String() };

export const StatsTrend = Type.Object({
  ...zoned,
  ...listOf({
    ...bounds,
    ...volume,
    messages_total: Count,
    avg_first_response_seconds: Average,
    ratings_total: Count,
    rating_average: Average,
  }).properties,
});

export const HourStats = Type.Object({
  ...zoned,
  ...listOf({
    /** 1 is Monday. */
    weekday: Type.Integer({ minimum: 1, maximum: 7 }),
    hour: Type.Integer({ minimum: 0, maximum: 23 }),
    chats_total: Count,
    chats_missed: Count,
    messages_total: Count,
  }).properties,
});

export const RatingStats = Type.Object({
  ...bounds,
  ratings_total: Count,
  /** Ratings with a comment. */
  ratings_commented: Count,
  rating_average: Average,
  rating_distribution: ScoreCounts,
});

export const AgentTrend = Type.Object({
  ...zoned,
  ...listOf({ ...bounds, chats_total: Count, chats_accepted: Count, messages_total: Count }).properties,
});

/** Query members of a window: a named period or a range. */
export const window = { period: Type.Optional(Type.Enum([...periods])), ...range };
/** Comma-separated names of metrics. */
const metric = Type.Optional(Type.String({ minLength: 1, maxLength: 1_024 }));
const Query = Type.Object({ ...window, metric });

const TrendQuery = Type.Object({ ...range, interval: defaulted(Type.Enum([...trendIntervals]), 'day') });

const read = { method: 'GET', scope: 'stats:read', rate: 'read' } as const;

export const stats = {
  read: route({
    ...read,
    path: '/v1/stats',
    summary: 'Retrieve chat, message and rating statistics of a period, by default the last 30 days',
    query: Query,
    replies: { 200: one(Stats) },
  }),
  channels: route({
    ...read,
    path: '/v1/stats/channels',
    summary: 'Retrieve chat statistics of a period by channel, without internal chats and empty channels',
    query: Type.Object(window),
    replies: { 200: bare(ChannelStats) },
  }),
  timeseries: route({
    ...read,
    path: '/v1/stats/timeseries',
    summary: 'Retrieve chat and message statistics by day, week or month: up to 366 buckets, empty ones included',
    query: Type.Object({ ...window, interval: defaulted(Type.Enum([...intervals]), 'day'), metric }),
    replies: { 200: bare(StatsSeries) },
  }),
  trend: route({
    ...read,
    path: '/v1/stats/trend',
    summary: 'Retrieve chats, replies and ratings by hour, day, week or month in the time zone of the account',
    query: TrendQuery,
    replies: { 200: bare(StatsTrend) },
    beyond: true,
  }),
  hours: route({
    ...read,
    path: '/v1/stats/hours',
    summary: 'Retrieve chats and messages by weekday and hour in the time zone of the account',
    query: Type.Object(range),
    replies: { 200: bare(HourStats) },
    beyond: true,
  }),
  ratings: route({
    ...read,
    path: '/v1/stats/ratings',
    summary: 'Retrieve the number of ratings of a period, by score',
    query: Type.Object(window),
    replies: { 200: one(RatingStats) },
    beyond: true,
  }),
  agents: route({
    ...read,
    path: '/v1/agents/stats',
    summary: 'List statistics of agents for a period. Suspended agents are listed if they have any',
    query: page({ ...window, metric }),
    replies: { 200: bare(AgentStatsPage) },
  }),
  agent: route({
    ...read,
    path: '/v1/agents/{id}/stats',
    summary: 'Retrieve statistics of one agent for a period',
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
