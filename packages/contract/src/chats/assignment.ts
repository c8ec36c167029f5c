import { Type } from 'typebox';
import { written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { Id, nullable, one, Timestamp } from '../route/schemas.ts';
import { Chat } from './chats.ts';

const Note = Type.Optional(written(10_000));
const writes = { scope: 'chats:write', rate: 'write' } as const;
const write = { ...writes, resource: 'chat', key: 'required' } as const;

const actions = ['close', 'reopen', 'spam', 'snooze', 'assign'] as const;
export type BulkAction = (typeof actions)[number];

/** Whose a chat is, and who else is in it. */
export const chatAssignmentRoutes = {
  bulk: route({
    ...writes,
    method: 'POST',
    path: '/v1/chats/bulk',
    summary:
      'Close, reopen, mark as spam, put aside (until) or give to an agent (agent_id) up to 100 chats, all or none; a chat to which it does not apply stays as it is',
    key: 'required',
    body: Type.Object({
      ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }),
      action: Type.Enum([...actions]),
      agent_id: Type.Optional(Id),
      until: Type.Optional(nullable(Timestamp)),
    }),
    replies: { 200: one(Type.Array(Chat)) },
    beyond: true,
  }),
  transfer: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/transfer',
    summary: 'Give a chat to another agent, connected or not; a comment becomes a note',
    body: Type.Object({ agent_id: Id, comment: Note }),
    replies: { 202: one(Chat) },
    problems: ['already_owner', 'chat_has_no_client'],
  }),
  claim: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/claim',
    summary: 'Make a connected agent the owner of a chat that nobody has, or whose owner has gone',
    body: Type.Object({ agent_id: Id, note: Note }),
    replies: { 202: one(Chat) },
    problems: ['agent_not_connected', 'chat_already_owned', 'already_owner', 'chat_has_no_client'],
  }),
  attachAgent: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/agents',
    summary: 'Add a second agent to a chat; its owner stays',
    body: Type.Object({ agent_id: Id, actor_agent_id: Type.Optional(Id), note: Note }),
    replies: { 202: one(Chat) },
    problems: ['agent_not_connected', 'already_attached', 'already_owner', 'chat_has_no_client'],
  }),
  detachAgent: route({
    ...writes,
    method: 'DELETE',
    path: '/v1/chats/{id}/agents/{agent_id}',
    summary: 'Take an agent who was added out of a chat',
    key: 'optional',
    resource: 'attachedAgent',
    body: Type.Object({ actor_agent_id: Type.Optional(Id), note: Note }),
    replies: { 202: one(Chat) },
    problems: ['not_attached', 'chat_has_no_client'],
  }),
};
