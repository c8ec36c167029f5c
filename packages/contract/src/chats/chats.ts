import { type Static, Type } from 'typebox';
import { messageTypes, senders, written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { bare, defaulted, Flag, Guid, Id, nullable, one, page, pageOf, range, Timestamp } from '../route/schemas.ts';

export const chatStates = ['active', 'ready', 'expired', 'spam'] as const;
export type ChatState = (typeof chatStates)[number];

/** What an inbox is looked at by. */
const chatViews = ['mine', 'unassigned', 'open', 'ai', 'snoozed', 'done', 'spam'] as const;
export type ChatView = (typeof chatViews)[number];

const handlings = ['missed', 'human', 'ai', 'ai_to_human', 'human_to_ai'] as const;

/** Who answered, and since when. */
const Attribution = Type.Object({ agent_id: Id, type: Type.Enum(['human', 'ai']), at: nullable(Timestamp) });

/** The newest message that the visitor sees, as a line of a list shows it. */
const LastMessage = Type.Object({
  sender: Type.Enum([...senders]),
  agent_id: nullable(Id),
  type: Type.Enum([...messageTypes]),
  /** The beginning of what it says. */
  text: nullable(Type.String()),
});
export type LastMessage = Static<typeof LastMessage>;

export const Chat = Type.Object({
  id: Id,
  status: Type.Enum([...chatStates]),
  /** `service` is the widget on the site, `ch<id>` a custom channel, anything else the code of a messenger. */
  channel: Type.String(),
  contact_id: nullable(Guid),
  /** What the contact goes by: their name, else their e-mail, else their phone. */
  contact_name: nullable(Type.String()),
  agent_id: nullable(Id),
  /** Who was added beside the owner. */
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
  /** Messages of the visitor that no agent has seen. */
  unread: Type.Integer(),
  /** Of the newest message that the visitor sees. */
  last_seq: Type.Integer(),
  /** Up to which message the visitor's browser has all, the visitor has seen all, and an agent has seen the visitor's. */
  visitor_received_seq: Type.Integer(),
  visitor_seen_seq: Type.Integer(),
  agent_seen_seq: Type.Integer(),
  awaiting_reply: Type.Boolean(),
  waiting_since: nullable(Timestamp),
  last_message_at: nullable(Timestamp),
  last_message: nullable(LastMessage),
  /** When a person was done with it; the sweep of silent chats never touches it. */
  done_at: nullable(Timestamp),
  /** Put aside: until a moment, or without one until the visitor writes. */
  snoozed_at: nullable(Timestamp),
  snoozed_until: nullable(Timestamp),
  closed_at: nullable(Timestamp),
  close_reason: nullable(Type.String()),
  rating_requested_at: nullable(Timestamp),
  is_internal: Type.Boolean(),
  /** Raised by every change of the chat. */
  version: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Chat = Static<typeof Chat>;

/** How the AI stands in a chat. */
export const ChatAi = Type.Object({
  chat_id: Id,
  ai_enabled: Type.Boolean(),
  /** The agent who silenced it; null for a token. */
  paused_by: nullable(Id),
  paused_at: nullable(Timestamp),
  /** When somebody last replied through the API. */
  api_reply_at: nullable(Timestamp),
});
export type ChatAi = Static<typeof ChatAi>;

/** More than this is said as this: nobody reads it more exactly. */
const COUNTED = 1_000;
const Count = Type.Integer({ maximum: COUNTED });
export const ChatCounts = Type.Object({
  open: Count,
  unassigned: Count,
  ai: Count,
  awaiting_reply: Count,
  /** Of whoever asks, or of the agent they name. */
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
      'Chats, newest first: all, or those of a view and every filter; sorted by waiting, the longest waiting first, then by newest message (not together with q or updated_since)',
    query: page({
      view: Type.Optional(Type.Enum([...chatViews])),
      sort: defaulted(Type.Enum(['created', 'waiting']), 'created'),
      status: Type.Optional(Type.Enum([...chatStates])),
      channel: Type.Optional(Channel),
      has_client_messages: Type.Optional(Flag),
      q: Type.Optional(Type.String({ minLength: 2, maxLength: 100 })),
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
    summary: `How many chats wait where, each up to ${COUNTED}`,
    query: Type.Object({ agent_id: Type.Optional(Id) }),
    replies: { 200: one(ChatCounts) },
    problems: ['not_found'],
    beyond: true,
  }),
  create: route({
    ...writes,
    method: 'POST',
    path: '/v1/chats',
    summary: 'Start a chat with a contact on the site, or find the one there is',
    key: 'required',
    body: Type.Object({ contact_id: Guid, agent_id: Type.Optional(Id) }),
    replies: { 201: one(Chat) },
    beyond: true,
  }),
  read: route({
    ...read,
    method: 'GET',
    path: '/v1/chats/{id}',
    summary: 'One chat',
    replies: { 200: one(Chat) },
  }),
  close: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/close',
    summary: 'Close a chat; one that is closed stays so',
    body: Type.Object({ reason: Type.Optional(Reason) }),
    replies: { 200: one(Chat) },
    problems: ['chat_is_spam', 'chat_has_no_client'],
  }),
  setState: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/state',
    summary: 'Open, close or mark a chat; expired is the same as closing it',
    body: Type.Object({ state: Type.Enum([...chatStates]), reason: Type.Optional(Reason) }),
    replies: { 200: one(Chat) },
    problems: ['chat_is_spam', 'chat_has_no_client'],
  }),
  snooze: route({
    ...write,
    method: 'PUT',
    path: '/v1/chats/{id}/snooze',
    summary: 'Put a chat aside until a moment within a year, or with null until the visitor writes',
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
    summary: 'Take a chat up again that was put aside; one that was not stays as it is',
    key: 'optional',
    replies: { 200: one(Chat) },
    beyond: true,
  }),
  readAi: route({
    ...read,
    method: 'GET',
    path: '/v1/chats/{id}/ai',
    summary: 'Whether the AI answers in a chat, and who silenced it',
    replies: { 200: bare(ChatAi) },
  }),
  setAi: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/ai',
    summary: 'Silence the AI in a chat, or let it answer from the next message of the visitor on',
    body: Type.Object({ enabled: Type.Boolean() }),
    replies: { 200: bare(ChatAi) },
  }),
};
