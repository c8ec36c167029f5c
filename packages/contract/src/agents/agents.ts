import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { Flag, Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';
import { roles } from '../route/scopes.ts';

export const agentTypes = ['human', 'ai', 'webhook'] as const;
export const agentStatuses = ['active', 'relaxation', 'banned'] as const;

export const Agent = Type.Object({
  id: Id,
  /** Null unless the agent is human. */
  user_id: nullable(Id),
  /** The full display name. */
  name: nullable(Type.String()),
  surname: nullable(Type.String()),
  email: nullable(Type.String()),
  /** Valid until the avatar changes. */
  avatar_url: nullable(Type.String()),
  role: Type.Enum([...roles]),
  type: Type.Enum([...agentTypes]),
  status: Type.Enum([...agentStatuses]),
  /** Connected now, whatever the status. */
  online: Type.Boolean(),
  show_in_header: Type.Boolean(),
  ai_assistant_id: nullable(Id),
  departments: Type.Array(Id),
  created_at: Timestamp,
  /** When they were removed from the team; null for others, suspended or not. */
  removed_at: nullable(Timestamp),
});
export type Agent = Static<typeof Agent>;

/** Types of agent events. The 1-based position is the permanent `type_code`: only append. */
export const agentEventTypes = [
  'signed_in',
  'signed_out',
  'went_online',
  'went_offline',
  'break_started',
  'break_ended',
  'chat_accepted',
  'chat_transferred_in',
  'chat_transferred_out',
  'chat_closed',
  'invited',
  'joined',
  'suspended',
  'restored',
  'removed',
  'avatar_changed',
] as const;
export type AgentEventType = (typeof agentEventTypes)[number];

export const AgentEvent = Type.Object({
  id: Id,
  /** `unknown` when this version has no name for the code. */
  type: Type.Enum([...agentEventTypes, 'unknown']),
  type_code: Type.Integer(),
  /** Human-readable, in Russian; may change. */
  message: Type.String(),
  created_at: Timestamp,
});

/** What an agent has on their hands. */
export const AgentWorkload = Type.Object({
  agent_id: Id,
  /** Assigned to them in the inbox: not done, snoozed or spam. */
  open_chats: Type.Integer(),
  /** Of these, how many wait for a reply. */
  waiting_chats: Type.Integer(),
  /** When they last did something or were connected; null if never. */
  last_active_at: nullable(Timestamp),
});
export type AgentWorkload = Static<typeof AgentWorkload>;

/** Seats of the account, in all its widgets together. */
export const Seats = Type.Object({
  total: Type.Integer(),
  /** Human agents who are not suspended. */
  used: Type.Integer(),
  /** Held by pending invitations. */
  reserved: Type.Integer(),
  /** How many more agents can be invited. */
  available: Type.Integer(),
});

const read = { scope: 'agents:read', rate: 'read' } as const;
const write = { scope: 'agents:write', rate: 'write', purges: 'widget' } as const;

export const agentRoutes = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/agents',
    summary: 'List agents, oldest first. Suspended agents are listed only with status=banned',
    query: page({
      online: Type.Optional(Flag),
      type: Type.Optional(Type.Enum([...agentTypes])),
      department_id: Type.Optional(Id),
      status: Type.Optional(Type.Enum([...agentStatuses])),
    }),
    replies: { 200: pageOf(Agent) },
    problems: ['not_found'],
  }),
  listWorkloads: route({
    ...read,
    method: 'GET',
    path: '/v1/agents/workload',
    summary: 'List open chats and the last activity of every agent, suspended ones included, oldest agent first',
    query: page({}),
    replies: { 200: pageOf(AgentWorkload) },
    beyond: true,
  }),
  readSeats: route({
    ...read,
    method: 'GET',
    path: '/v1/agents/seats',
    summary: "Count the account's seats: used, reserved by invitations and available",
    replies: { 200: one(Seats) },
    beyond: true,
  }),
  read: route({
    ...read,
    method: 'GET',
    path: '/v1/agents/{id}',
    summary: 'Retrieve an agent, suspended or not',
    resource: 'agent',
    replies: { 200: one(Agent) },
  }),
  update: route({
    ...write,
    method: 'PATCH',
    path: '/v1/agents/{id}',
    summary: "Show or hide an agent in the widget's header",
    key: 'required',
    resource: 'agent',
    body: Type.Object({ show_in_header: Type.Boolean() }),
    audit: 'agent.updated',
    replies: { 200: one(Agent) },
    problems: ['role_required'],
  }),
  remove: route({
    ...write,
    method: 'DELETE',
    path: '/v1/agents/{id}',
    summary: 'Remove an agent. Access ends immediately; chats, ratings and events are kept',
    key: 'optional',
    resource: 'colleague',
    audit: 'agent.removed',
    replies: { 204: none },
    problems: ['agent_is_owner', 'agent_is_ai'],
  }),
  suspend: route({
    ...write,
    method: 'POST',
    destructive: true,
    path: '/v1/agents/{id}/suspend',
    summary: 'Suspend an agent. Access ends immediately on every device, and the seat becomes free',
    key: 'required',
    resource: 'colleague',
    audit: 'agent.suspended',
    replies: { 200: one(Agent) },
    problems: ['agent_is_owner'],
  }),
  restore: route({
    ...write,
    method: 'POST',
    path: '/v1/agents/{id}/restore',
    summary: 'Restore a suspended agent. Needs a free seat',
    key: 'required',
    resource: 'agent',
    audit: 'agent.restored',
    replies: { 200: one(Agent) },
    problems: ['seat_limit_reached', 'agent_is_ai'],
  }),
  setRole: route({
    ...write,
    method: 'PUT',
    path: '/v1/agents/{id}/role',
    summary: "Set an agent's role to operator or admin. In the console, only the owner may do this",
    key: 'required',
    resource: 'colleague',
    body: Type.Object({ role: Type.Enum(['operator', 'admin']) }),
    audit: 'agent.role_changed',
    replies: { 200: one(Agent) },
    problems: ['agent_is_owner', 'agent_is_ai', 'role_required'],
    beyond: true,
  }),
  listEvents: route({
    method: 'GET',
    path: '/v1/agents/{id}/events',
    summary: "List an agent's events, newest first",
    scope: 'agents:events:read',
    rate: 'read',
    resource: 'agent',
    query: page({ type: Type.Optional(Type.Enum([...agentEventTypes])) }),
    replies: { 200: pageOf(AgentEvent) },
  }),
  setAvatar: route({
    ...write,
    method: 'POST',
    path: '/v1/agents/{id}/avatar',
    summary: "Set an agent's avatar: JPEG, PNG, GIF or WebP, up to 2048 KB",
    key: 'required',
    upload: true,
    resource: 'agent',
    audit: 'agent.avatar_changed',
    replies: { 201: one(Agent) },
    problems: ['upstream_failed', 'role_required'],
  }),
  removeAvatar: route({
    ...write,
    method: 'DELETE',
    path: '/v1/agents/{id}/avatar',
    summary: "Remove an agent's avatar",
    key: 'optional',
    resource: 'agent',
    audit: 'agent.avatar_removed',
    replies: { 204: none },
    problems: ['role_required'],
  }),
};
