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
  id: Id,
  chat_id: Id,
  type: Type.Enum([...entryTypes]),
  /** `system` is a snooze that ended by itself, or the AI that handed the chat over. */
  by: Type.Enum(['agent', 'api', 'client', 'system']),
  /** Of an agent who did it. */
  agent_id: nullable(Id),
  /** Whom it is about: the new owner, an agent who joined, left, was mentioned or rated. */
  subject_id: nullable(Id),
  department_id: doc('The department that the chat was transferred to.', nullable(Id)),
  /** Of a snooze; null until the visitor writes. */
  until: nullable(Timestamp),
  tag: nullable(Type.String()),
  score: nullable(Type.Integer()),
  created_at: Timestamp,
});
export type LogEntry = Static<typeof LogEntry>;

/** What happened to a chat besides its messages. */
export const chatLogRoutes = {
  listLog: route({
    method: 'GET',
    path: '/v1/chats/{id}/log',
    summary:
      'List what happened to a chat, newest first: assignments, closing, snoozes, mentions, tags, ratings. A chat that is done is also reopened by the next message, which has no entry',
    scope: 'chats:read',
    rate: 'read',
    resource: 'chat',
    query: page({}),
    replies: { 200: pageOf(LogEntry) },
    beyond: true,
  }),
};
