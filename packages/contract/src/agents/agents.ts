import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { Flag, Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';
import { roles } from '../route/scopes.ts';

export const agentTypes = ['human', 'ai', 'webhook'] as const;
export const agentStatuses = ['active', 'relaxation', 'banned'] as const;

export const Agent = Type.Object({
  id: Id,
  /** Null for an operator that is no person. */
  user_id: nullable(Id),
  /** As it is shown, in full. */
  name: nullable(Type.String()),
  surname: nullable(Type.String()),
  email: nullable(Type.String()),
  /** Serves as long as it is their picture. */
  avatar_url: nullable(Type.String()),
  role: Type.Enum([...roles]),
  type: Type.Enum([...agentTypes]),
  status: Type.Enum([...agentStatuses]),
  /** Connected now, whatever the status says. */
  online: Type.Boolean(),
  show_in_header: Type.Boolean(),
  ai_assistant_id: nullable(Id),
  departments: Type.Array(Id),
  created_at: Timestamp,
});
export type Agent = Static<typeof Agent>;

/** What happens to agents, by the code that each has for good: its place in this list, counted from one. */
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
  /** `unknown` for what this version has no name for. */
  type: Type.Enum([...agentEventTypes, 'unknown']),
  type_code: Type.Integer(),
  /** A line for people, in Russian; it may change. */
  message: Type.String(),
  created_at: Timestamp,
});

const read = { scope: 'agents:read', rate: 'read' } as const;
const write = { scope: 'agents:write', rate: 'write', purges: 'widget' } as const;

export const agentRoutes = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/agents',
    summary: 'Agents, the oldest first: all but the suspended, or those that fit every filter',
    query: page({
      online: Type.Optional(Flag),
      type: Type.Optional(Type.Enum([...agentTypes])),
      department_id: Type.Optional(Id),
      status: Type.Optional(Type.Enum([...agentStatuses])),
    }),
    replies: { 200: pageOf(Agent) },
    problems: ['not_found'],
  }),
  read: route({
    ...read,
    method: 'GET',
    path: '/v1/agents/{id}',
    summary: 'One agent, also a suspended one',
    resource: 'agent',
    replies: { 200: one(Agent) },
  }),
  update: route({
    ...write,
    method: 'PATCH',
    path: '/v1/agents/{id}',
    summary: 'Show an agent in the header of the widget, or not',
    key: 'required',
    resource: 'agent',
    body: Type.Object({ show_in_header: Type.Boolean() }),
    replies: { 200: one(Agent) },
    problems: ['role_required'],
  }),
  remove: route({
    ...write,
    method: 'DELETE',
    path: '/v1/agents/{id}',
    summary: 'Remove an agent: they are out at once, and what they did stays',
    key: 'optional',
    resource: 'colleague',
    replies: { 204: none },
    problems: ['agent_is_owner', 'agent_is_ai'],
  }),
  suspend: route({
    ...write,
    method: 'POST',
    path: '/v1/agents/{id}/suspend',
    summary: 'Shut an agent out, everywhere and at once; their seat is free',
    key: 'required',
    resource: 'colleague',
    replies: { 200: one(Agent) },
    problems: ['agent_is_owner'],
  }),
  restore: route({
    ...write,
    method: 'POST',
    path: '/v1/agents/{id}/restore',
    summary: 'Let an agent in again, if a seat is free',
    key: 'required',
    resource: 'agent',
    replies: { 200: one(Agent) },
    problems: ['seat_limit_reached'],
  }),
  setRole: route({
    ...write,
    method: 'PUT',
    path: '/v1/agents/{id}/role',
    summary: 'Make an agent an administrator, or an operator again; of people only the owner may',
    key: 'required',
    resource: 'colleague',
    body: Type.Object({ role: Type.Enum(['operator', 'admin']) }),
    replies: { 200: one(Agent) },
    problems: ['agent_is_owner', 'agent_is_ai', 'role_required'],
    beyond: true,
  }),
  listEvents: route({
    method: 'GET',
    path: '/v1/agents/{id}/events',
    summary: 'What an agent did and what happened to them, newest first',
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
    summary: 'Show this picture of an agent: JPEG, PNG, GIF or WebP of up to 2048 KB',
    key: 'required',
    upload: true,
    resource: 'agent',
    replies: { 201: one(Agent) },
    problems: ['upstream_failed', 'role_required'],
  }),
  removeAvatar: route({
    ...write,
    method: 'DELETE',
    path: '/v1/agents/{id}/avatar',
    summary: 'Show no picture of an agent any more',
    key: 'optional',
    resource: 'agent',
    replies: { 204: none },
    problems: ['role_required'],
  }),
};
