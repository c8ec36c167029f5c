import { type Static, Type } from 'typebox';
import { ChatReach } from '../messages/delivery.ts';
import { messageTypes, senders, written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import {
  CreatedAt,
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
  UpdatedAt,
} from '../route/schemas.ts';
import { replyOwners } from './ai.ts';

export const chatStates = ['active', 'ready', 'expired', 'spam'] as const;
export type ChatState = (typeof chatStates)[number];

/** Views of the inbox. */
export const chatViews = ['mine', 'unassigned', 'open', 'ai', 'snoozed', 'done', 'spam'] as const;
export type ChatView = (typeof chatViews)[number];

const handlings = ['missed', 'human', 'ai', 'ai_to_human', 'human_to_ai'] as const;

/** Who replied, and since when. */
const Attribution = Type.Object({
  agent_id: doc('The agent.', Id, { example: 7 }),
  type: doc('A person or an AI operator.', Type.Enum(['human', 'ai'])),
  at: doc('Since when; null if unknown.', nullable(Timestamp)),
});

/** Preview of the newest message the visitor sees. */
const LastMessage = Type.Object({
  sender: doc(
    'Who wrote it: the contact (`client`), an agent, an AI operator or the platform.',
    Type.Enum([...senders]),
  ),
  agent_id: doc('The agent, human or AI, who wrote it; null if it was none.', nullable(Id), { example: 7 }),
  type: doc('The type of the message.', Type.Enum([...messageTypes])),
  text: doc('The beginning of its text; null without one.', nullable(Type.String()), {
    example: 'Hello Ann, your parcel is on its way.',
  }),
});
export type LastMessage = Static<typeof LastMessage>;

export const Chat = Type.Object({
  id: doc('Unique id of the chat.', Id, { example: 218 }),
  status: doc(
    'Whether people are writing. `expired` was closed or is silent; [the guide](/docs/guides/chats#the-life-of-a-chat) has what changes it.',
    Type.Enum([...chatStates]),
  ),
  channel: doc(
    "`service` is the site's widget, `ch<id>` a custom channel; anything else is a messenger's code.",
    Type.String(),
    { example: 'service' },
  ),
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
  reach: doc(
    'Whether the customer of a messenger can be written to; null for chats of the site and of custom channels.',
    ChatReach,
    { example: null },
  ),
  contact_id: doc('The contact; null for an internal chat.', nullable(Guid)),
  contact_name: doc("The contact's name, else e-mail, else phone; null if none is known.", nullable(Type.String()), {
    example: 'Ira Novak',
  }),
  agent_id: doc('The owner, a human agent; null if nobody has the chat.', nullable(Id), { example: 7 }),
  agents: doc('Agents in the chat besides the owner.', Type.Array(Id), { example: [] }),
  department_id: doc('The department that the chat was routed to; null for none.', nullable(Id), { example: 3 }),
  accepted_by: doc('Who was the first to answer or claim it; null until then.', nullable(Attribution)),
  handled_by: doc('Who handles it now; null until somebody answers.', nullable(Attribution)),
  handling: doc(
    'Who accepted and who handles it, in one word; `missed` until somebody answers.',
    Type.Enum([...handlings]),
  ),
  source: doc(
    'Where the visitor was when the chat started.',
    Type.Object({
      page: doc('URL of the page; null if unknown.', nullable(Type.String()), {
        example: 'https://shop.example.com/cart',
      }),
      referrer: doc('Where the visitor came from; null if unknown.', nullable(Type.String()), {
        example: 'https://search.example.com/',
      }),
      language: doc('Language of the visitor; null if unknown.', nullable(Type.String()), { example: 'en' }),
    }),
  ),
  unread: doc(
    'Messages of the visitor that no agent has seen. An answer or a close by an agent makes it 0.',
    Type.Integer(),
  ),
  last_seq: doc('`seq` of the newest message; 0 without messages.', Type.Integer(), { example: 5 }),
  visitor_received_seq: doc("Last `seq` received by the visitor's browser; 0 for none.", Type.Integer(), {
    example: 5,
  }),
  visitor_seen_seq: doc('Last `seq` seen by the visitor; 0 for none.', Type.Integer(), { example: 5 }),
  agent_seen_seq: doc('Last `seq` seen by an agent; 0 for none.', Type.Integer(), { example: 4 }),
  reply_owner: doc('Who owns the next reply; null until a visitor has written.', nullableEnum(replyOwners)),
  awaiting_reply: doc('Whether the visitor waits for a reply.', Type.Boolean(), { example: false }),
  waiting_since: doc('Since when the visitor waits; null while they do not.', nullable(Timestamp), { example: null }),
  last_message_at: doc('When the newest message was sent; null without messages.', nullable(Timestamp)),
  last_message: doc('Preview of the newest message that the visitor sees; null without one.', nullable(LastMessage)),
  done_at: doc(
    'When somebody closed the chat; null once anybody has written in it since. This is what "finished" means: the sweep, which makes silent chats `expired` and others `active` every five minutes, never changes it.',
    nullable(Timestamp),
  ),
  snoozed_at: doc('When it was snoozed; null if it is not.', nullable(Timestamp), { example: null }),
  snoozed_until: doc(
    'When the snooze ends; null if it lasts until the visitor writes, or if it is not snoozed.',
    nullable(Timestamp),
    { example: null },
  ),
  closed_at: doc(
    'When the chat became `expired`, by a close or by the sweep after seven silent minutes; null while it is not. A chat that was closed soon after its last message is `active` again after the next sweep, and `expired` later: use `done_at` to know whether it is finished.',
    nullable(Timestamp),
  ),
  close_reason: doc(
    'The reason that the caller of the close gave, else `agent` (closed in the console), `api` (with a token) or `inactivity` (by the sweep).',
    nullable(Type.String()),
    { example: 'inactivity' },
  ),
  rating_requested_at: doc('When a rating was requested; null if none is awaited.', nullable(Timestamp), {
    example: null,
  }),
  is_internal: doc("Whether it is the chat of a department's members, without a contact.", Type.Boolean(), {
    example: false,
  }),
  is_new_to_owner: doc('A colleague assigned it to its owner, who has not opened it since.', Type.Boolean(), {
    example: false,
  }),
  mentioned: doc('Agents mentioned in a note who have not opened it since.', Type.Array(Id), { example: [] }),
  version: doc('Rises with every change of the chat: a copy with a lower version is older.', Type.Integer(), {
    example: 12,
  }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type Chat = Static<typeof Chat>;

/** Counting stops here: a larger number tells an agent nothing more. */
const COUNTED = 1_000;
const Count = Type.Integer({ maximum: COUNTED });
export const ChatCounts = Type.Object({
  open: doc('Not done, not snoozed, not spam.', Count, { example: 12 }),
  unassigned: doc('Open, without an owner, and not handled by the AI.', Count, { example: 3 }),
  ai: doc('Open, without an owner, and handled by the AI.', Count, { example: 4 }),
  awaiting_reply: doc('The visitor waits for a reply.', Count, { example: 5 }),
  mine: doc('Open, and owned by the caller or by `agent_id`.', Count, { example: 2 }),
  snoozed: doc('Snoozed.', Count, { example: 1 }),
  done: doc('Done, and not spam.', Count, { example: 640 }),
  spam: doc('Spam.', Count, { example: 8 }),
});

const Channel = Type.String({
  pattern: '^(service|ch[1-9][0-9]{0,15}|tg|vk|wa|vb|fb|ok|mx|cian|ali|apple|custom|api_ticket|av__[1-9][0-9]{0,15})$',
});

const Reason = doc('Why, in your own words; it becomes `close_reason`.', Type.Optional(written(1_000)), {
  example: 'Solved by phone.',
});
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
    description:
      '`from` and `to` are about the creation of a chat. For a copy of your own, poll `updated_since`, or follow [webhooks](/docs/guides/webhooks).',
    query: page({
      view: doc(
        'Only chats of this [view of the inbox](/docs/guides/chats#lists). `mine` needs `agent_id` with a token.',
        Type.Optional(Type.Enum([...chatViews])),
      ),
      sort: doc(
        'The newest chats first, or the longest-waiting.',
        defaulted(Type.Enum(['created', 'waiting']), 'created'),
      ),
      status: doc('Only chats in this state.', Type.Optional(Type.Enum([...chatStates]))),
      channel: doc(
        'Only chats on this channel: `service`, `ch<id>`, a messenger or an Avito cabinet. An unknown `ch<id>` is 404.',
        Type.Optional(Channel),
        { example: 'service' },
      ),
      has_client_messages: doc('1: only chats where the visitor wrote; 0: only others.', Type.Optional(Flag)),
      q: doc(
        'Only chats with a message that contains this text, in any case. Notes are not searched.',
        Type.Optional(Type.String({ minLength: 2, maxLength: 100 })),
        { example: 'parcel' },
      ),
      contact_query: doc(
        'Only chats whose contact has this text in the name, e-mail address or phone number. Not with `q`.',
        Type.Optional(Type.String({ minLength: 2, maxLength: 100 })),
        { example: 'ira' },
      ),
      ...range,
      updated_since: doc(
        'Only chats with a message or another change since.',
        Type.Optional(Type.String({ format: 'moment' })),
      ),
      agent_id: doc('Only chats of this owner. An unknown one is 404.', Type.Optional(Id), { example: 7 }),
      unassigned: doc('1: only chats without an owner; 0: only others.', Type.Optional(Flag)),
      handling: doc('Only chats that were handled like this.', Type.Optional(Type.Enum([...handlings]))),
      contact_id: doc('Only chats of this contact. An unknown one is 404.', Type.Optional(Guid)),
      department_id: doc('Only chats of this department. An unknown one is 404.', Type.Optional(Id), { example: 3 }),
      awaiting_reply: doc('1: only chats where the visitor waits; 0: only others.', Type.Optional(Flag)),
      done: doc('1: only chats that are done; 0: only others.', Type.Optional(Flag)),
      snoozed: doc('1: only chats that are snoozed; 0: only others.', Type.Optional(Flag)),
      unread: doc('1: only chats with visitor messages that no agent has seen; 0: only others.', Type.Optional(Flag)),
      internal: doc('1: only internal chats of departments; 0: only others.', Type.Optional(Flag)),
      tag: doc('Only chats whose contact has this tag.', Type.Optional(Type.String({ minLength: 1, maxLength: 64 })), {
        example: 'vip',
      }),
    }),
    replies: { 200: pageOf(Chat) },
    problems: ['not_found'],
  }),
  counts: route({
    ...reads,
    method: 'GET',
    path: '/v1/chats/counts',
    summary: `Count chats by inbox view. Counts stop at ${COUNTED}`,
    description:
      'For badges: a count at its maximum means that many or more. The views are those of the list, for all agents but `mine`.',
    query: Type.Object({
      agent_id: doc("Whose chats `mine` counts. Left out in the console: the caller's.", Type.Optional(Id), {
        example: 7,
      }),
    }),
    replies: { 200: one(ChatCounts) },
    problems: ['not_found'],
    beyond: true,
  }),
  create: route({
    ...writes,
    method: 'POST',
    path: '/v1/chats',
    summary: 'Start a chat with a contact on the site, or return the existing one',
    description:
      'A contact has one chat on the site. It is created without a message: send one next. Emits `chat.created` if it is new.',
    key: 'required',
    body: Type.Object({
      contact_id: doc('The contact to chat with.', Guid),
      agent_id: doc('The owner of a chat that has none: a human agent.', Type.Optional(Id), { example: 7 }),
    }),
    replies: { 201: one(Chat) },
    beyond: true,
  }),
  read: route({
    ...read,
    method: 'GET',
    path: '/v1/chats/{id}',
    summary: 'Retrieve a chat',
    description:
      '`done_at` says whether it is finished, `status` only whether people are writing: see [when a chat is finished](/docs/guides/when-is-a-chat-finished).',
    replies: { 200: one(Chat) },
  }),
  close: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/close',
    summary: 'Close a chat. Closing it again is not an error',
    description:
      'Sets `done_at` and wakes a snoozed chat. Emits `chat.closed`, unless the chat was silent and so `expired` already. Spam is 409.',
    body: Type.Object({ reason: Reason }),
    replies: { 200: one(Chat) },
    problems: ['chat_is_spam', 'chat_has_no_client'],
  }),
  setState: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/state',
    summary: 'Set the state of a chat. The state expired closes it',
    description:
      '`active` reopens a chat, also one that is spam; `spam` stores what the visitor writes without notifying anybody. A repeated state changes nothing; spam to anything but `active` is 409.',
    body: Type.Object({
      state: doc('The new state. A chat that is spam can only become `active`.', Type.Enum([...chatStates])),
      reason: Reason,
    }),
    replies: { 200: one(Chat) },
    problems: ['chat_is_spam', 'chat_has_no_client'],
  }),
  snooze: route({
    ...write,
    method: 'PUT',
    path: '/v1/chats/{id}/snooze',
    summary: 'Snooze a chat until a time within a year. With null, until the visitor writes',
    description: "Notes, replies and transfers don't wake it. A chat that is done or spam is 409.",
    key: 'optional',
    body: Type.Object({ until: doc('When the snooze ends; null: when the visitor writes.', nullable(Timestamp)) }),
    replies: { 200: one(Chat) },
    problems: ['chat_is_spam', 'chat_is_done', 'chat_has_no_client'],
    beyond: true,
  }),
  unsnooze: route({
    ...write,
    method: 'DELETE',
    path: '/v1/chats/{id}/snooze',
    summary: 'Wake a snoozed chat. Any other chat is left as it is',
    description: 'It is in the open chats again at once.',
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
    description: '`unread` becomes 1, if it was 0 and the visitor has written.',
    resource: 'chat',
    key: 'optional',
    audit: false,
    replies: { 200: one(Chat) },
    beyond: true,
  }),
};
