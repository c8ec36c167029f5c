import { type Static, type TProperties, Type } from 'typebox';
import { agentTypes } from '../agents/agents.ts';
import { route } from '../route/route.ts';
import { bare, defaulted, Id, nullable, one, page, range, Timestamp } from '../route/schemas.ts';

const periods = ['today', 'yesterday', 'week', 'month'] as const;
export type Period = (typeof periods)[number];
const intervals = ['day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

const Count = Type.Integer({ minimum: 0 });
/** Null where there is nothing to average. */
const Average = nullable(Type.Number({ minimum: 0 }));

/** Of chats that were opened in the window: who answered first, and who handles them now. */
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
  /** From the beginning of the chat to the first answer. */
  avg_response_time_seconds: Average,
  /** From the visitor's first message to the first answer; only if asked for by name. */
  avg_first_response_seconds: Average,
  /** Of ratings whose current value was given in the window. */
  rating_average: Average,
};

export const seriesMetrics = { ...volume, messages_total: Count };

export const agentMetrics = {
  /** Chats that are the agent's, and of these the ones that nobody answered. */
  chats_total: Count,
  chats_missed: Count,
  avg_response_time_seconds: Average,
  /** Messages that the agent sent. */
  messages_total: Count,
  chats_accepted: Count,
  chats_handled: Count,
  chats_transferred_out: Count,
  chats_transferred_in: Count,
  rating_average: Average,
  rating_distribution: Type.Object({ 1: Count, 2: Count, 3: Count, 4: Count, 5: Count }),
};

/** In Europe/Moscow, half-open: [from, to). */
const bounds = { from: Timestamp, to: Timestamp };
/** What was not asked for is left out. */
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

const window = { period: Type.Optional(Type.Enum([...periods])), ...range };
/** Names of metrics, with commas between them. */
const metric = Type.Optional(Type.String({ minLength: 1, maxLength: 1_024 }));
const Query = Type.Object({ ...window, metric });

const read = { method: 'GET', scope: 'stats:read', rate: 'read' } as const;

export const stats = {
  read: route({
    ...read,
    path: '/v1/stats',
    summary: 'Chats, messages and ratings of a period, of the last 30 days without one',
    query: Query,
    replies: { 200: one(Stats) },
  }),
  channels: route({
    ...read,
    path: '/v1/stats/channels',
    summary: 'Chats of a period by channel; channels without any are left out, and so are internal rooms',
    query: Type.Object(window),
    replies: { 200: bare(ChannelStats) },
  }),
  timeseries: route({
    ...read,
    path: '/v1/stats/timeseries',
    summary: 'Chats and messages of a period by day, week or month: up to 366 buckets, also the empty ones',
    query: Type.Object({ ...window, interval: defaulted(Type.Enum([...intervals]), 'day'), metric }),
    replies: { 200: bare(StatsSeries) },
  }),
  agents: route({
    ...read,
    path: '/v1/agents/stats',
    summary: 'What every agent did in a period; the suspended as long as they did something in it',
    query: page({ ...window, metric }),
    replies: { 200: bare(AgentStatsPage) },
  }),
  agent: route({
    ...read,
    path: '/v1/agents/{id}/stats',
    summary: 'What one agent did in a period',
    resource: 'agent',
    query: Query,
    replies: { 200: one(AgentStats) },
  }),
};

/** No right is needed to see what one did oneself. */
export const ownStats = route({
  method: 'GET',
  path: '/console-api/profile/stats',
  summary: 'What oneself did in a period',
  auth: 'session',
  rate: 'read',
  query: Query,
  replies: { 200: one(AgentStats) },
  beyond: true,
});
