import { Type } from 'typebox';
import { TagName } from '../contacts/contacts.ts';
import { written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { doc, Id, nullable, one, Timestamp } from '../route/schemas.ts';
import { Chat } from './chats.ts';

const Note = Type.Optional(written(10_000));
const writes = { scope: 'chats:write', rate: 'write' } as const;
const write = { ...writes, resource: 'chat', key: 'required' } as const;

const undoable = ['close', 'reopen', 'spam', 'snooze', 'assign', 'tag'] as const;
export type UndoableAction = (typeof undoable)[number];
const actions = [...undoable, 'undo'] as const;
export type BulkAction = (typeof actions)[number];

/** Ownership of chats, and agents beside the owner. */
export const chatAssignmentRoutes = {
  bulk: route({
    ...writes,
    method: 'POST',
    destructive: true,
    path: '/v1/chats/bulk',
    summary:
      'Close, reopen, mark as spam, snooze (until), assign (agent_id) or tag (tag) up to 100 chats, or undo such an action (undone), all or none. Chats that the action does not apply to are left as they are; so are chats that changed since the action that is undone',
    key: 'required',
    body: Type.Object({
      ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }),
      action: Type.Enum([...actions]),
      agent_id: Type.Optional(Id),
      until: Type.Optional(nullable(Timestamp)),
      /** For the contacts of the chats. */
      tag: Type.Optional(TagName),
      /** The action to undo. */
      undone: Type.Optional(Type.Enum([...undoable])),
    }),
    replies: { 200: one(Type.Array(Chat)) },
    beyond: true,
  }),
  transfer: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/transfer',
    summary: 'Transfer a chat to another agent, connected or not, or to a department. The comment becomes a note',
    description:
      'Pass exactly one of `agent_id` and `department_id`. In a department the chat goes to the member at work with the fewest open chats, other than its owner. If there is none, the chat has no owner and waits there: its members are notified, and the next message of the visitor looks for one of them again.',
    body: Type.Object({
      agent_id: doc('The new owner: a human agent. Required unless there is a `department_id`.', Type.Optional(Id)),
      department_id: doc('The department that takes over the chat, open or closed.', Type.Optional(Id)),
      comment: Note,
    }),
    replies: { 202: one(Chat) },
    problems: ['already_owner', 'chat_has_no_client'],
  }),
  claim: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/claim',
    summary: 'Make a connected agent the owner of a chat that has no owner or whose owner is away',
    body: Type.Object({ agent_id: Id, note: Note }),
    replies: { 202: one(Chat) },
    problems: ['agent_not_connected', 'chat_already_owned', 'already_owner', 'chat_has_no_client'],
  }),
  attachAgent: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/agents',
    summary: 'Add an agent to a chat beside its owner',
    body: Type.Object({ agent_id: Id, actor_agent_id: Type.Optional(Id), note: Note }),
    replies: { 202: one(Chat) },
    problems: ['agent_not_connected', 'already_attached', 'already_owner', 'chat_has_no_client'],
  }),
  detachAgent: route({
    ...writes,
    method: 'DELETE',
    path: '/v1/chats/{id}/agents/{agent_id}',
    summary: 'Remove an agent who was added to a chat',
    key: 'optional',
    resource: 'attachedAgent',
    body: Type.Object({ actor_agent_id: Type.Optional(Id), note: Note }),
    replies: { 202: one(Chat) },
    problems: ['not_attached', 'chat_has_no_client'],
  }),
};
