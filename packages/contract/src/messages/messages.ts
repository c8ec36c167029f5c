import { type Static, type TSchema, Type } from 'typebox';
import { route } from '../route/route.ts';
import {
  CreatedAt,
  defaulted,
  doc,
  Id,
  none,
  nullable,
  one,
  page,
  pageOf,
  range,
  Timestamp,
  text,
} from '../route/schemas.ts';
import { MessageDelivery } from './delivery.ts';

export const messageTypes = ['text', 'image', 'file', 'location', 'sticker', 'keyboard'] as const;
export type MessageType = (typeof messageTypes)[number];

/** Stickers that the console and the widget can draw. */
export const stickers = ['hello', 'thanks', 'ok', 'heart', 'laugh', 'sad', 'wow', 'party'] as const;

export const senders = ['client', 'agent', 'ai', 'system'] as const;

const Coords = Type.Object(
  {
    lat: doc('Latitude in degrees.', Type.Number({ minimum: -90, maximum: 90 }), { example: 55.7558 }),
    lng: doc('Longitude in degrees.', Type.Number({ minimum: -180, maximum: 180 }), { example: 37.6173 }),
  },
  { additionalProperties: false },
);
const Sticker = Type.Object(
  { id: doc('Name of the sticker.', Type.Enum([...stickers])) },
  { additionalProperties: false },
);
const ButtonStyle = Type.Enum(['primary', 'secondary']);
const STYLE = 'How the button looks. Left out: `primary`.';
const button = {
  label: doc('Text of the button.', Type.String({ minLength: 1, maxLength: 64 }), { example: 'Track the parcel' }),
  url: doc('Where the button leads, over HTTPS.', Type.String({ format: 'https-link', maxLength: 2_048 }), {
    example: 'https://shop.example.com/parcels/42',
  }),
};
const Button = Type.Object(
  { ...button, style: doc(STYLE, defaulted(ButtonStyle, 'primary')) },
  { additionalProperties: false },
);
/** With the style that it has by default left out. */
const ShortButton = Type.Object(
  { ...button, style: doc(STYLE, Type.Optional(ButtonStyle)) },
  { additionalProperties: false },
);
const keyboardOf = <B extends TSchema>(each: B) =>
  Type.Object(
    {
      buttons: doc('Link buttons below the text, in the order shown.', Type.Array(each, { minItems: 1, maxItems: 7 })),
    },
    { additionalProperties: false },
  );
const Keyboard = keyboardOf(Button);
const StoredFile = Type.Object({
  id: doc('Unique id of the file.', Id),
  name: doc('Its original name.', Type.String(), { example: 'photo.jpg' }),
  type: doc('Media type, detected from the first bytes.', Type.String(), { example: 'image/jpeg' }),
  size: doc('Size in bytes.', Type.Integer(), { example: 184_320 }),
});

const content = {
  type: doc('What the message is; each type has its own member besides `body`.', Type.Enum([...messageTypes])),
  body: doc('Plain text, or the caption of an attachment; null for none.', nullable(Type.String()), {
    example: 'Hello Ann, your parcel is on its way.',
  }),
  markdown: doc('The text with formatting, if the sender gave it; else null.', nullable(Type.String()), {
    example: null,
  }),
  file: doc('The attachment of an image or file; else null.', nullable(StoredFile), { example: null }),
  coords: doc('The place of a location; else null.', nullable(Coords), { example: null }),
  sticker: doc('The sticker; null for other types.', nullable(Sticker), { example: null }),
  keyboard: doc('The buttons of a keyboard; else null.', nullable(Keyboard), { example: null }),
  url: doc(
    'Download URL of the attachment, valid until the end of the next day (UTC); null without one.',
    nullable(Type.String()),
    { example: null },
  ),
  name: doc('File name of the attachment; null without one.', nullable(Type.String()), { example: null }),
};

const SENDER = 'Who wrote it: the contact (`client`), an agent, an AI operator or the platform.';
const SEEN = 'When the other side saw it; null if it has not.';

export const Message = Type.Object({
  id: doc('Unique id of the message. Ids grow within a chat.', Id, { example: 3_107 }),
  chat_id: doc('The chat.', Id, { example: 218 }),
  seq: doc('Numbers the messages of a chat from 1 without gaps; null for notes.', nullable(Type.Integer()), {
    example: 4,
  }),
  client_message_id: doc("The sender's own id of the message; null if none was sent.", nullable(Type.String()), {
    example: '0b51f2a6-6f0e-4c65-9d0e-1f3a2b4c5d6e',
  }),
  sender: doc(SENDER, Type.Enum([...senders])),
  agent_id: doc('The agent, human or AI, who wrote it; null if it was none.', nullable(Id), { example: 7 }),
  ...content,
  origin: doc(
    'What made it, such as `broadcast:5` or `shadow` (a draft of the AI), or what the sender called it; else null.',
    nullable(Type.String()),
    { example: null },
  ),
  private: doc('A note that only agents see.', Type.Boolean(), { example: false }),
  mentions: doc('Agents mentioned in a note.', Type.Array(Id), { example: [] }),
  created_at: CreatedAt,
  seen_at: doc(SEEN, nullable(Timestamp)),
  delivery: doc(
    'What became of a message to a customer in a messenger or a custom channel; null for messages that go through neither.',
    MessageDelivery,
    { example: null },
  ),
  edited_at: doc('When it was edited in a messenger; null if never.', nullable(Timestamp), { example: null }),
  deleted_at: doc(
    'When it was deleted in a messenger; else null. A deleted message keeps nothing but its place.',
    nullable(Timestamp),
    { example: null },
  ),
});
export type Message = Static<typeof Message>;

/** A message as the visitor sees it. */
export const VisitorMessage = Type.Object({
  id: doc('Unique id of the message. Ids grow within a chat.', Id, { example: 3_107 }),
  seq: doc('Numbers the messages of a chat from 1 without gaps.', Type.Integer(), { example: 4 }),
  client_message_id: doc('The id that your client gave the message; null if none.', nullable(Type.String()), {
    example: '0b51f2a6-6f0e-4c65-9d0e-1f3a2b4c5d6e',
  }),
  sender: doc(SENDER, Type.Enum([...senders])),
  agent_id: doc('The agent, human or AI, who wrote it; null if it was none.', nullable(Id), { example: 7 }),
  ...content,
  created_at: CreatedAt,
  seen_at: doc(SEEN, nullable(Timestamp)),
});
export type VisitorMessage = Static<typeof VisitorMessage>;

export const ClientMessageId = Type.String({ minLength: 1, maxLength: 64, pattern: '^[\\x21-\\x7e]+$' });
const OwnMessageId = doc(
  'Your own id of the message, unique in the chat. A repeated one stores nothing and returns the stored message.',
  Type.Optional(ClientMessageId),
  { example: '0b51f2a6-6f0e-4c65-9d0e-1f3a2b4c5d6e' },
);

/** Any text of limited length. */
const characters = (maxLength: number) => Type.String({ minLength: 1, maxLength });

/** Text of limited length that is not blank. */
export const written = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });

/** An uploaded file of this widget. */
const FileId = Type.Object({ id: doc('Id of the uploaded file.', Id) }, { additionalProperties: false });

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
      type: doc('What is sent; each type allows its own member and `body`.', Type.Enum([...types])),
      body: doc(
        'Plain text: required for `text` and `keyboard`, a caption for others.',
        Type.Optional(characters(most)),
        { example: 'Hello Ann, your parcel is on its way.' },
      ),
      file: doc('The attachment of `image` and `file`, uploaded before.', Type.Optional(FileId)),
      coords: doc('The place of `location`.', Type.Optional(Coords)),
      sticker: doc('The sticker of `sticker`.', Type.Optional(Sticker)),
      ...more,
    },
    payloadRules(types),
  );
}

const MAX_CHARACTERS = 65_536;
const MARKDOWN = 'The text in Markdown, shown instead of `body` where formatting is possible.';

/** The body of a message of an agent. */
export function sentByAgent<T extends Record<string, TSchema>>(more: T) {
  return sent(messageTypes, {
    most: MAX_CHARACTERS,
    more: {
      markdown: doc(MARKDOWN, Type.Optional(characters(MAX_CHARACTERS))),
      keyboard: doc('The buttons of `keyboard`.', Type.Optional(Keyboard)),
      origin: doc(
        'Your own name of what sends the message, to tell it from others.',
        Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
        { example: 'order-bot' },
      ),
      ...more,
    },
  });
}

/** Content that every channel can carry, for a message to many people. */
export function sentToMany() {
  const content = sent(['text', 'image', 'file', 'keyboard'], {
    most: MAX_CHARACTERS,
    more: {
      markdown: doc(MARKDOWN, Type.Optional(characters(MAX_CHARACTERS))),
      keyboard: doc('The buttons of `keyboard`.', Type.Optional(keyboardOf(ShortButton))),
    },
  });
  return Type.With(content, { additionalProperties: false });
}

const read = { scope: 'messages:read', rate: 'read', resource: 'chat' } as const;
const write = { scope: 'messages:write', rate: 'write', resource: 'chat', key: 'required' } as const;

/** Messages marked, and messages still unread. */
export const SeenMessages = Type.Object({
  chat_id: doc('The chat.', Id, { example: 218 }),
  seen: doc('How many messages this call marked.', Type.Integer(), { example: 2 }),
  unread: doc('Visitor messages that no agent has seen yet.', Type.Integer(), { example: 0 }),
});

export const Typing = Type.Object({
  chat_id: doc('The chat.', Id, { example: 218 }),
  state: doc('The state that was sent.', Type.Enum(['start', 'stop'])),
  dispatched: doc('False when it was throttled.', Type.Boolean()),
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
    description:
      'Events name a message and leave out its text: this returns all of it. A message of another chat is 404.',
    replies: { 200: one(Message) },
    problems: ['internal_room'],
    beyond: true,
  }),
  send: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/messages',
    summary: 'Send a message to the visitor as an agent. Reopens a closed chat',
    description:
      '202: the message is stored and on its way; in a messenger or a custom channel, `delivery` says later what became of it. It counts as the reply of that agent: it accepts the chat and takes over from the AI. Emits `message.created`.',
    body: sentByAgent({
      agent_id: doc(
        'Who writes: a human agent. Left out: the owner of the chat; a chat without an owner needs it.',
        Type.Optional(Id),
        { example: 7 },
      ),
      client_message_id: OwnMessageId,
    }),
    replies: { 202: one(Message) },
    problems: ['internal_room'],
  }),
  addNote: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/notes',
    summary: 'Add a note that only agents see: a text, a file, or both',
    description:
      'Notes are in no transcript, webhook, channel or event. A mentioned agent is notified until they open the chat.',
    body: Type.Object({
      body: doc('Text of the note. Required unless there is a file.', Type.Optional(written(MAX_CHARACTERS)), {
        example: 'Asked the warehouse, they call back today.',
      }),
      file: doc('An uploaded file.', Type.Optional(FileId)),
      mentions: doc(
        'Agents to notify about the note.',
        Type.Optional(Type.Array(Id, { maxItems: 20, uniqueItems: true })),
        { example: [7] },
      ),
      agent_id: doc('Who writes. Left out with a token: nobody in particular.', Type.Optional(Id), { example: 7 }),
      client_message_id: OwnMessageId,
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
    description:
      '202: `dispatched` says whether the signal was passed on. Nothing is stored. Some messengers show it, too.',
    body: Type.Object({ state: doc('Whether the agent begins or stops typing.', Type.Enum(['start', 'stop'])) }),
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
    description:
      'Lowers `unread` of the chat, and the visitor sees that it was read. Marking it again changes nothing.',
    body: Type.Object({ message_id: doc('A message of this chat.', Id, { example: 3_107 }) }),
    replies: { 200: one(SeenMessages) },
  }),
  markRangeSeen: route({
    ...write,
    method: 'POST',
    path: '/v1/chats/{id}/seen-range',
    summary: 'Mark a range of visitor messages as seen, both ends included',
    description:
      'Lowers `unread` of the chat, and the visitor sees what was read. Messages of agents in the range are left alone.',
    body: Type.Object({
      to_message_id: doc('The last message of the range.', Id, { example: 3_107 }),
      from_message_id: doc('The first message of the range. Left out: the start of the chat.', Type.Optional(Id), {
        example: 3_101,
      }),
    }),
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
    description:
      '202: it is queued, with fresh attempts. A message that did not fail is 409. See [messengers](/docs/guides/messengers#what-became-of-a-message).',
    replies: { 202: one(Message) },
    problems: ['not_failed', 'internal_room'],
  }),
  edit: route({
    ...ofMessage,
    method: 'PATCH',
    path: '/v1/chats/{id}/messages/{message_id}',
    summary: 'Edit the text of a message of your side in tg, vk or mx',
    description:
      'The messenger changes it first, and nothing changes here unless it did. A message that is too old or not yours is 409 `edit_refused`; a messenger without edits is 409 `edit_not_supported`.',
    body: Type.Object({ body: doc('The new text.', written(MAX_CHARACTERS), { example: 'It arrives tomorrow.' }) }),
    replies: { 200: one(Message) },
    problems: refusals,
  }),
  remove: route({
    ...ofMessage,
    method: 'DELETE',
    path: '/v1/chats/{id}/messages/{message_id}',
    summary: 'Delete a message of your side in tg, vk, mx or Avito, also for the customer',
    description:
      'The messenger deletes it first, and nothing changes here unless it did. The message stays as an empty place with `deleted_at`.',
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
    description:
      'UTF-8, streamed, from the first message on. Notes are left out, and attachments are named only. Internal chats are 403 `internal_room`.',
    scope: 'transcripts:read',
    rate: 'read',
    resource: 'chat',
    replies: { 200: text },
    problems: ['internal_room'],
  }),
};
