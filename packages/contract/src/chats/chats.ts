import { type Static, Type } from 'typebox';
import { ChatReach } from '../messages/delivery.ts';
import { messageTypes, senders, written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import {
  defaulted,
  doc,
  Flag,
  Guid,
  Id,
  nullable,
  nullableEnum,
  one,
  page,
  pageOf,
  range,
  Timestamp,
} from '../route/schemas.ts';
import { replyOwners } from './ai.ts';

export const chatStates = ['active', 'ready', 'expired', 'spam'] as const;
export type ChatState = (typeof chatStates)[number];

/** Views of the inbox. */
export const chatViews = ['mine', 'unassigned', 'open', 'ai', 'snoozed', 'done', 'spam'] as const;
export type ChatView = (typeof chatViews)[number];

const handlings = ['missed', 'human', 'ai', 'ai_to_human', 'human_to_ai'] as const;

/** Who replied, and since when. */
const Attribution = Type.Object({ agent_id: Id, type: Type.Enum(['human', 'ai']), at: nullable(Timestamp) });

/** Preview of the newest message the visitor sees. */
const LastMessage = Type.Object({
  sender: Type.Enum([...senders]),
  agent_id: nullable(Id),
  type: Type.Enum([...messageTypes]),
  /** The beginning of its text. */
  text: nullable(Type.String()),
});
export type LastMessage = Static<typeof LastMessage>;

export const Chat = Type.Object({
  id: Id,
  status: Type.Enum([...chatStates]),
  /** `service` is the site's widget, `ch<id>` a custom channel; anything else is a messenger's code. */
  channel: Type.String(),
  external_client_id: doc(
    'Your own id of the person who wrote last in the chat of a custom channel; replies go to them. Null for other channels.',
    nullable(Type.String()),
    { example: 'customer-42' },
  ),
  external_channel_id: doc(
    'Your own id of the conversation in a custom channel. Null for other channels.',
    nullable(Type.String()),
    { example: 'orders' },
  ),
  reach: ChatReach,
  contact_id: nullable(Guid),
  /** The contact's name, else e-mail, else phone. */
  contact_name: nullable(Type.String()),
  agent_id: nullable(Id),
  /** Agents in the chat besides the owner. */
  agents: Type.Array(Id),
  department_id: nullable(Id),
  accepted_by: nullable(Attribution),
  handled_by: nullable(Attribution),
  handling: Type.Enum([...handlings]),
  source: Type.Object({
    page: nullable(Type.String()),
    referrer: nullable(Type.String()),
    language: nullable(Type.String()),
  }),
  unread: doc(
    'Messages of the visitor that no agent has seen. An answer or a close by an agent makes it 0.',
    Type.Integer(),
  ),
  /** `seq` of the newest message. */
  last_seq: Type.Integer(),
  /** Last `seq` received by the browser, seen by the visitor, and seen by an agent. */
  visitor_received_seq: Type.Integer(),
  visitor_seen_seq: Type.Integer(),
  agent_seen_seq: Type.Integer(),
  /** Who owns the next reply; null until a visitor has written. */
  reply_owner: nullableEnum(replyOwners),
  awaiting_reply: Type.Boolean(),
  waiting_since: nullable(Timestamp),
  last_message_at: nullable(Timestamp),
  last_message: nullable(LastMessage),
  done_at: doc(
    'When somebody closed the chat; null once anybody has written in it since. This is what "finished" means: the sweep, which makes silent chats `expired` and others `active` every five minutes, never changes it.',
    nullable(Timestamp),
  ),
  /** Snoozed until a time, or without one until the visitor writes. */
  snoozed_at: nullable(Timestamp),
  snoozed_until: nullable(Timestamp),
  closed_at: doc(
    'When the chat became `expired`, by a close or by the sweep after seven silent minutes; null while it is not. A chat that was closed soon after its last message is `active` again after the next sweep, and `expired` later: use `done_at` to know whether it is finished.',
    nullable(Timestamp),
  ),
  close_reason: doc(
    'The reason that the caller of the close gave, else `agent` (closed in the console), `api` (with a token) or `inactivity` (by the sweep).',
    nullable(Type.String()),
    { example: 'inactivity' },
  ),
  rating_requested_at: nullable(Timestamp),
  is_internal: Type.Boolean(),
  /** A colleague assigned it to its owner, who has not opened it since. */
  is_new_to_owner: Type.Boolean(),
  /** Agents mentioned in a note who have not opened it since. */
  mentioned: Type.Array(Id),
  /** Incremented by every change of the chat. */
  version: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Chat = Static<typeof Chat>;

/** Counting stops here: a larger number tells an agent nothing more. */
const COUNTED = 1_000;
const Count = Type.Integer({ maximum: COUNTED });
export const ChatCounts = Type.Object({
  open: Count,
  unassigned: Count,
  ai: Count,
  awaiting_reply: Count,
  /** Of the caller, or of `agent_id`. */
  mine: Count,
  snoozed: Count,
  done: Count,
  spam: Count,
});

const Channel = Type.String({
  pattern: '^(service|ch[1-9][0-9]{0,15}|tg|vk|wa|vb|fb|ok|mx|cian|ali|apple|custom|api_ticket|av__[1-9][0-9]{0,15})$',
});

const Reason = written(1_000);
const reads = { scope: 'chats:read', rate: 'read' } as const;
const writes = { scope: 'chats:write', rate: 'write' } as const;
const read = { ...reads, resource: 'chat' } as const;
const write = { ...writes, resource: 'chat', key: 'required' } as const;

export const chatRoutes = {
  list: route({
    ...reads,
    method: 'GET',
    path: '/v1/chats',
    summary:
      'List chats, newest first. Filters combine. `q` searches messages, `contact_query` the name, e-mail and phone of the contact; not both. With sort=waiting the longest-waiting chats come first, then the rest by newest message; not with q, contact_query or updated_since',
    query: page({
      view: Type.Optional(Type.Enum([...chatViews])),
      sort: defaulted(Type.Enum(['created', 'waiting']), 'created'),
      status: Type.Optional(Type.Enum([...chatStates])),
      channel: Type.Optional(Channel),
      has_client_messages: Type.Optional(Flag),
      q: Type.Optional(Type.String({ minLength: 2, maxLength: 100 })),
      contact_query: Type.Optional(Type.String({ minLength: 2, maxLength: 100 })),
      ...range,
      updated_since: Type.Optional(Type.String({ format: 'moment' })),
      agent_id: Type.Optional(Id),
      unassigned: Type.Optional(Flag),
      handling: Type.Optional(Type.Enum([...handlings])),
      contact_id: Type.Optional(Guid),
      department_id: Type.Optional(Id),
      awaiting_reply: Type.Optional(Flag),
      done: Type.Optional(Flag),
      snoozed: Type.Optional(Flag),
      unread: Type.Optional(Flag),
      internal: Type.Optional(Flag),
      tag: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    }),
    replies: { 200: pageOf(Chat) },
    problems: ['not_found'],
  }),
  counts: route({
    ...reads,
    method: 'GET',
    path: '/v1/chats/counts',
    summary: `Count chats by inbox view. Counts stop at ${COUNTED}`,
    query: Type.Object({ agent_id: Type.Optional(Id) }),
    replies: { 200: one(ChatCounts) },
    problems: ['not_found'],
    beyond: true,
  }),
  create: route({
    ...writes,
    method: 'POST',
    path: '/v1/chats',
    summary: 'Start a chat with a contact on the site, or return the existing one',
    key: 'required',
    body: Type.Object({ contact_id: Guid, agent_id: Type.Optional(Id) }),
    replies: { 201: one(Chat) },
    beyond: true,
  }),
  read: route({
    ...read,
    method: 'GET',
    path: '/v1/chats/{id}',
    summary: 'Retrieve a chat',
    replies: { 200: one(Chat) },
  }),
  close: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/close',
    summary: 'Close a chat. Closing it again is not an error',
    body: Type.Object({ reason: Type.Optional(Reason) }),
    replies: { 200: one(Chat) },
    problems: ['chat_is_spam', 'chat_has_no_client'],
  }),
  setState: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/state',
    summary: 'Set the state of a chat. The state expired closes it',
    body: Type.Object({ state: Type.Enum([...chatStates]), reason: Type.Optional(Reason) }),
    replies: { 200: one(Chat) },
    problems: ['chat_is_spam', 'chat_has_no_client'],
  }),
  snooze: route({
    ...write,
    method: 'PUT',
    path: '/v1/chats/{id}/snooze',
    summary: 'Snooze a chat until a time within a year. With null, until the visitor writes',
    key: 'optional',
    body: Type.Object({ until: nullable(Timestamp) }),
    replies: { 200: one(Chat) },
    problems: ['chat_is_spam', 'chat_is_done', 'chat_has_no_client'],
    beyond: true,
  }),
  unsnooze: route({
    ...write,
    method: 'DELETE',
    path: '/v1/chats/{id}/snooze',
    summary: 'Wake a snoozed chat. Any other chat is left as it is',
    key: 'optional',
    replies: { 200: one(Chat) },
    beyond: true,
  }),
  markUnread: route({
    ...writes,
    scope: 'messages:write',
    method: 'POST',
    path: '/v1/chats/{id}/unread',
    summary:
      "Mark the visitor's newest message as unread for agents. The visitor still sees it as seen. Any other chat is left as it is",
    resource: 'chat',
    key: 'optional',
    audit: false,
    replies: { 200: one(Chat) },
    beyond: true,
  }),
};
