import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { doc, Id, nullable, page, pageOf, Timestamp } from '../route/schemas.ts';

const entryTypes = [
  'assigned',
  'unassigned',
  'transferred',
  'joined',
  'left',
  'mentioned',
  'done',
  'reopened',
  'spam',
  'not_spam',
  'snoozed',
  'woken',
  'tagged',
  'untagged',
  'rated',
  'handed_over',
] as const;
export type LogEntryType = (typeof entryTypes)[number];

/** A line about a chat that is no message: what happened, and who did it. */
export const LogEntry = Type.Object({
  id: doc('Unique id of the entry.', Id, { example: 91 }),
  chat_id: doc('The chat.', Id, { example: 218 }),
  type: doc('What happened.', Type.Enum([...entryTypes])),
  by: doc(
    'Who did it: an agent, a token, the contact, or the platform. `system` is a snooze that ended by itself, or the AI that handed the chat over.',
    Type.Enum(['agent', 'api', 'client', 'system']),
  ),
  agent_id: doc('The agent who did it; null if it was none.', nullable(Id), { example: 7 }),
  subject_id: doc(
    'Whom it is about: the new owner, an agent who joined, left, was mentioned or rated; else null.',
    nullable(Id),
    { example: null },
  ),
  department_id: doc('The department that the chat was transferred to.', nullable(Id)),
  until: doc(
    'The end of a snooze; null if it lasts until the visitor writes, and for other types.',
    nullable(Timestamp),
    {
      example: null,
    },
  ),
  tag: doc('The tag that was added or removed; else null.', nullable(Type.String()), { example: null }),
  score: doc('The score of a rating, 1 to 5; else null.', nullable(Type.Integer()), { example: null }),
  created_at: doc('When it happened.', Timestamp),
});
export type LogEntry = Static<typeof LogEntry>;

/** What happened to a chat besides its messages. */
export const chatLogRoutes = {
  listLog: route({
    method: 'GET',
    path: '/v1/chats/{id}/log',
    summary:
      'List what happened to a chat, newest first: assignments, closing, snoozes, mentions, tags, ratings. A chat that is done is also reopened by the next message, which has no entry',
    description:
      'Agents see the entries between the messages. Together with messages and notes they are the timeline of the chat.',
    scope: 'chats:read',
    rate: 'read',
    resource: 'chat',
    query: page({}),
    replies: { 200: pageOf(LogEntry) },
    beyond: true,
  }),
};
