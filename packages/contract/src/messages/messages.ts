import { type Static, type TSchema, Type } from 'typebox';
import { route } from '../route/route.ts';
import { defaulted, doc, Id, none, nullable, one, page, pageOf, range, Timestamp, text } from '../route/schemas.ts';
import { MessageDelivery } from './delivery.ts';

export const messageTypes = ['text', 'image', 'file', 'location', 'sticker', 'keyboard'] as const;
export type MessageType = (typeof messageTypes)[number];

/** Stickers that the console and the widget can draw. */
export const stickers = ['hello', 'thanks', 'ok', 'heart', 'laugh', 'sad', 'wow', 'party'] as const;

export const senders = ['client', 'agent', 'ai', 'system'] as const;

const Coords = Type.Object(
  { lat: Type.Number({ minimum: -90, maximum: 90 }), lng: Type.Number({ minimum: -180, maximum: 180 }) },
  { additionalProperties: false },
);
const Sticker = Type.Object({ id: Type.Enum([...stickers]) }, { additionalProperties: false });
const ButtonStyle = Type.Enum(['primary', 'secondary']);
const button = {
  label: Type.String({ minLength: 1, maxLength: 64 }),
  url: Type.String({ format: 'https-link', maxLength: 2_048 }),
};
const Button = Type.Object({ ...button, style: defaulted(ButtonStyle, 'primary') }, { additionalProperties: false });
/** With the style that it has by default left out. */
const ShortButton = Type.Object({ ...button, style: Type.Optional(ButtonStyle) }, { additionalProperties: false });
const keyboardOf = <B extends TSchema>(each: B) =>
  Type.Object({ buttons: Type.Array(each, { minItems: 1, maxItems: 7 }) }, { additionalProperties: false });
const Keyboard = keyboardOf(Button);
const StoredFile = Type.Object({ id: Id, name: Type.String(), type: Type.String(), size: Type.Integer() });

const content = {
  type: Type.Enum([...messageTypes]),
  body: nullable(Type.String()),
  markdown: nullable(Type.String()),
  file: nullable(StoredFile),
  coords: nullable(Coords),
  sticker: nullable(Sticker),
  keyboard: nullable(Keyboard),
  /** Of an attachment: a download URL, valid until the end of the next day (UTC), and the file name. */
  url: nullable(Type.String()),
  name: nullable(Type.String()),
};

export const Message = Type.Object({
  id: Id,
  chat_id: Id,
  /** Numbers the messages of a chat from 1 without gaps; null for notes. */
  seq: nullable(Type.Integer()),
  client_message_id: nullable(Type.String()),
  sender: Type.Enum([...senders]),
  agent_id: nullable(Id),
  ...content,
  origin: nullable(Type.String()),
  /** A note that only agents see. */
  private: Type.Boolean(),
  /** Agents mentioned in a note. */
  mentions: Type.Array(Id),
  created_at: Timestamp,
  seen_at: nullable(Timestamp),
  delivery: MessageDelivery,
  /** In a messenger, by its author. A deleted message keeps nothing but its place. */
  edited_at: nullable(Timestamp),
  deleted_at: nullable(Timestamp),
});
export type Message = Static<typeof Message>;

/** A message as the visitor sees it. */
export const VisitorMessage = Type.Object({
  id: Id,
  seq: Type.Integer(),
  client_message_id: nullable(Type.String()),
  sender: Type.Enum([...senders]),
  agent_id: nullable(Id),
  ...content,
  created_at: Timestamp,
  seen_at: nullable(Timestamp),
});
export type VisitorMessage = Static<typeof VisitorMessage>;

export const ClientMessageId = Type.String({ minLength: 1, maxLength: 64, pattern: '^[\\x21-\\x7e]+$' });

/** Any text of limited length. */
const characters = (maxLength: number) => Type.String({ minLength: 1, maxLength });

/** Text of limited length that is not blank. */
export const written = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });

/** An uploaded file of this widget. */
const FileId = Type.Object({ id: Id }, { additionalProperties: false });

const PAYLOADS: Record<MessageType, string | undefined> = {
  text: undefined,
  image: 'file',
  file: 'file',
  location: 'coords',
  sticker: 'sticker',
  keyboard: 'keyboard',
};

/** Each type allows its own payload only; text and keyboard also require `body`. */
function payloadRules(types: readonly MessageType[]) {
  const allOf = types.map((type) => {
    const own = PAYLOADS[type];
    const required = [...(type === 'text' || type === 'keyboard' ? ['body'] : []), ...(own ? [own] : [])];
    const others = new Set(Object.values(PAYLOADS).flatMap((name) => (name && name !== own ? name : [])));
    return {
      if: { type: 'object', properties: { type: { const: type } }, required: ['type'] },
      // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
      then: { type: 'object', required, properties: Object.fromEntries([...others].map((name) => [name, false])) },
    };
  });
  return { allOf };
}

/** The body of a message of one of the types. */
export function sent<K extends MessageType, T extends Record<string, TSchema>>(
  types: readonly K[],
  { most, more }: { most: number; more: T },
) {
  return Type.Object(
    {
      type: Type.Enum([...types]),
      body: Type.Optional(characters(most)),
      file: Type.Optional(FileId),
      coords: Type.Optional(Coords),
      sticker: Type.Optional(Sticker),
      ...more,
    },
    payloadRules(types),
  );
}

const MAX_CHARACTERS = 65_536;

/** The body of a message of an agent. */
export function sentByAgent<T extends Record<string, TSchema>>(more: T) {
  return sent(messageTypes, {
    most: MAX_CHARACTERS,
    more: {
      markdown: Type.Optional(characters(MAX_CHARACTERS)),
      keyboard: Type.Optional(Keyboard),
      origin: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      ...more,
    },
  });
}

/** Content that every channel can carry, for a message to many people. */
export function sentToMany() {
  const content = sent(['text', 'image', 'file', 'keyboard'], {
    most: MAX_CHARACTERS,
    more: { markdown: Type.Optional(characters(MAX_CHARACTERS)), keyboard: Type.Optional(keyboardOf(ShortButton)) },
  });
  return Type.With(content, { additionalProperties: false });
}

const read = { scope: 'messages:read', rate: 'read', resource: 'chat' } as const;
const write = { scope: 'messages:write', rate: 'write', resource: 'chat', key: 'required' } as const;

/** Messages marked, and messages still unread. */
export const SeenMessages = Type.Object({ chat_id: Id, seen: Type.Integer(), unread: Type.Integer() });

export const Typing = Type.Object({
  chat_id: Id,
  state: Type.Enum(['start', 'stop']),
  /** False when it was throttled. */
  dispatched: Type.Boolean(),
});

export const messages = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/chats/{id}/messages',
    summary: 'List messages and notes of a chat, newest first',
    description:
      'With `after_id` the order is reversed: oldest first, from the first message after that id. To catch up, pass the id of the last message you have, follow `next_cursor` with the same `after_id` to the end, and keep the id of the last message for the next time. Ids grow within a chat, so nothing is skipped or repeated.',
    query: page({
      ...range,
      after_id: doc(
        'Messages after the one with this id, oldest first; 0 for all. The id need not be of a message that still exists.',
        Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
        { example: 0 },
      ),
    }),
    replies: { 200: pageOf(Message) },
    problems: ['internal_room'],
  }),
  read: route({
    ...read,
    resource: 'message',
    method: 'GET',
    path: '/v1/chats/{id}/messages/{message_id}',
    summary: 'Retrieve a message or a note, such as the one that an event names',
    replies: { 200: one(Message) },
    problems: ['internal_room'],
    beyond: true,
  }),
  send: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/messages',
    summary: 'Send a message to the visitor as an agent. Reopens a closed chat',
    body: sentByAgent({ agent_id: Type.Optional(Id), client_message_id: Type.Optional(ClientMessageId) }),
    replies: { 202: one(Message) },
    problems: ['internal_room'],
  }),
  addNote: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/notes',
    summary: 'Add a note that only agents see: a text, a file, or both',
    body: Type.Object({
      body: Type.Optional(written(MAX_CHARACTERS)),
      file: Type.Optional(FileId),
      mentions: Type.Optional(Type.Array(Id, { maxItems: 20, uniqueItems: true })),
      agent_id: Type.Optional(Id),
      client_message_id: Type.Optional(ClientMessageId),
    }),
    replies: { 201: one(Message) },
    problems: ['internal_room'],
    beyond: true,
  }),
  sendTyping: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/typing',
    summary: 'Show the visitor that an agent is typing. Throttled to one signal in five seconds',
    body: Type.Object({ state: Type.Enum(['start', 'stop']) }),
    replies: {
      202: one(Typing),
    },
    problems: ['internal_room'],
  }),
  markSeen: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/seen',
    summary: 'Mark one visitor message as seen',
    body: Type.Object({ message_id: Id }),
    replies: { 200: one(SeenMessages) },
  }),
  markRangeSeen: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/seen-range',
    summary: 'Mark a range of visitor messages as seen, both ends included',
    body: Type.Object({ to_message_id: Id, from_message_id: Type.Optional(Id) }),
    replies: { 200: one(SeenMessages) },
  }),
};

const ofMessage = { ...write, resource: 'sentMessage', beyond: true } as const;
const refusals = ['edit_refused', 'edit_not_supported', 'upstream_failed', 'internal_room'] as const;

/** Changes of a message at the messenger that it went through. */
export const messageChangeRoutes = {
  resend: route({
    ...ofMessage,
    resource: 'failedMessage',
    method: 'POST',
    path: '/v1/chats/{id}/messages/{message_id}/resend',
    summary: 'Send a message again that did not reach the customer in a messenger or a custom channel',
    replies: { 202: one(Message) },
    problems: ['not_failed', 'internal_room'],
  }),
  edit: route({
    ...ofMessage,
    method: 'PATCH',
    path: '/v1/chats/{id}/messages/{message_id}',
    summary: 'Edit the text of a message of your side in tg, vk or mx',
    body: Type.Object({ body: written(MAX_CHARACTERS) }),
    replies: { 200: one(Message) },
    problems: refusals,
  }),
  remove: route({
    ...ofMessage,
    method: 'DELETE',
    path: '/v1/chats/{id}/messages/{message_id}',
    summary: 'Delete a message of your side in tg, vk, mx or Avito, also for the customer',
    key: 'optional',
    replies: { 204: none },
    problems: refusals,
  }),
};

export const chatTranscriptRoutes = {
  transcript: route({
    method: 'GET',
    path: '/v1/chats/{id}/transcript',
    summary: 'Download the transcript of a chat as a text file',
    scope: 'transcripts:read',
    rate: 'read',
    resource: 'chat',
    replies: { 200: text },
    problems: ['internal_room'],
  }),
};
