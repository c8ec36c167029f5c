import { type Static, Type } from 'typebox';
import { route } from './route.ts';
import { Flag, Id, none, nullable, one, page, pageOf, Timestamp } from './schemas.ts';
import { roles } from './scopes.ts';

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

const read = { scope: 'agents:read', rate: 'read' } as const;
const write = { scope: 'agents:write', rate: 'write', purges: 'widget' } as const;

export const agents = {
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
  setAvatar: route({
    ...write,
    method: 'POST',
    path: '/v1/agents/{id}/avatar',
    summary: 'Show this picture of an agent: JPEG, PNG, GIF or WebP of up to 2048 KB',
    key: 'required',
    upload: true,
    resource: 'agent',
    replies: { 201: one(Agent) },
    problems: ['upstream_failed'],
  }),
  removeAvatar: route({
    ...write,
    method: 'DELETE',
    path: '/v1/agents/{id}/avatar',
    summary: 'Show no picture of an agent any more',
    key: 'optional',
    resource: 'agent',
    replies: { 204: none },
  }),
};
