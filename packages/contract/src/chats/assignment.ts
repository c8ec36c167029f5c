import { Type } from 'typebox';
import { TagName } from '../contacts/contacts.ts';
import { written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { doc, Id, nullable, one, Timestamp } from '../route/schemas.ts';
import { Chat } from './chats.ts';

const Note = doc('Stored as a note that only agents see.', Type.Optional(written(10_000)), {
  example: 'Asks for a refund.',
});
const Actor = doc(
  'The agent who does it, as the author of the note. Left out with a token: nobody.',
  Type.Optional(Id),
  {
    example: 7,
  },
);
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
    description:
      'Each chat changes as by the single route, with the same events. The response has all of them, in the order of `ids`. An unknown id is 422, and nothing changes.',
    key: 'required',
    body: Type.Object({
      ids: doc('The chats, all of this widget.', Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }), {
        example: [218, 219],
      }),
      action: doc('What to do with them.', Type.Enum([...actions])),
      agent_id: doc('The new owner, required for `assign` and allowed for nothing else.', Type.Optional(Id), {
        example: 7,
      }),
      until: doc(
        'The end of `snooze`. Null or left out: until the visitor writes.',
        Type.Optional(nullable(Timestamp)),
      ),
      tag: doc('For the contacts of the chats; required for `tag`, which needs `tags:write`.', Type.Optional(TagName), {
        example: 'vip',
      }),
      undone: doc('The action that `undo` undoes; required for it.', Type.Optional(Type.Enum([...undoable]))),
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
    description:
      '202: the agent owns the chat now, and takes over from the AI. Emits `chat.accepted` if nobody accepted it before. A connected owner is 409 `chat_already_owned`.',
    body: Type.Object({
      agent_id: doc('The new owner: a human agent who is connected.', Id, { example: 7 }),
      note: Note,
    }),
    replies: { 202: one(Chat) },
    problems: ['agent_not_connected', 'chat_already_owned', 'already_owner', 'chat_has_no_client'],
  }),
  attachAgent: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/agents',
    summary: 'Add an agent to a chat beside its owner',
    description: '202: the agent is in the chat now. The owner stays the same.',
    body: Type.Object({
      agent_id: doc('The human agent to add, who is connected.', Id, { example: 8 }),
      actor_agent_id: Actor,
      note: Note,
    }),
    replies: { 202: one(Chat) },
    problems: ['agent_not_connected', 'already_attached', 'already_owner', 'chat_has_no_client'],
  }),
  detachAgent: route({
    ...writes,
    method: 'DELETE',
    path: '/v1/chats/{id}/agents/{agent_id}',
    summary: 'Remove an agent who was added to a chat',
    description:
      '202: the agent is out of the chat now. An agent who was not added is 409; the owner changes by a transfer.',
    key: 'optional',
    resource: 'attachedAgent',
    body: Type.Object({ actor_agent_id: Actor, note: Note }),
    replies: { 202: one(Chat) },
    problems: ['not_attached', 'chat_has_no_client'],
  }),
};
