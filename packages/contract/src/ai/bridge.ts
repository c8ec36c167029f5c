import { Type } from 'typebox';
import { Contact, contactFields } from '../contacts/contacts.ts';
import { route } from '../route/route.ts';
import { bare, defaulted, doc, Id, nullable, nullableEnum, one, Timestamp } from '../route/schemas.ts';

/** What became of a request for a person. `unavailable`: it was handed over, and nobody is at work. */
const handoffs = ['started', 'pending', 'covered', 'unavailable'] as const;

const RoomId = Type.Integer({ ...Id, description: 'The chat, as the call named it' });
const TriggerId = Type.Integer({ ...Id, description: "The customer's message, as the call named it" });
const CausationId = Type.String({ minLength: 1, maxLength: 512, description: 'As the call named it' });
/** Of the caller, so that a repeated call does nothing twice. */
const RequestId = Type.String({ minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' });

/** What became of a reply. */
export const BridgeReply = Type.Object({
  chat_id: doc('The chat, `room_id` of the call.', Id),
  message_id: doc('The stored message; null if nothing was shown.', nullable(Id)),
  handoff: doc(
    'Whether people were called in and are at work; null if the operator goes on answering.',
    nullableEnum(['started', 'unavailable']),
    { example: null },
  ),
});

export const BridgePermission = Type.Object({
  allowed: doc('Whether a reply would be shown now.', Type.Boolean()),
  observed_at: doc('When this was true. Somebody may write at any moment, so check right before an action.', Timestamp),
});

export const BridgeHandoff = Type.Object({
  handoff: doc(
    '`started` now, `pending` since before, `covered` by a person, or `unavailable`: started, and nobody is at work.',
    Type.Enum([...handoffs]),
  ),
});

export const BridgeAttachment = Type.Object({
  message_id: doc('The message that the file came with.', Id),
  name: doc('Original name of the file.', Type.String(), { example: 'photo.jpg' }),
  type: doc('Media type, detected from the first bytes.', Type.String(), { example: 'image/jpeg' }),
  size: doc('Size in bytes, before encoding.', Type.Integer(), { example: 184_320 }),
  content_base64: doc('The file in Base64.', Type.String(), { example: '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBD' }),
});

export const BridgeReview = Type.Object({
  chat_id: doc('The chat, `room_id` of the call.', Id),
  agent_id: doc('The agent or operator who was rated.', Id),
  score: doc('The stored score.', Type.Integer(), { example: 5 }),
  comment: doc('What the customer said about it; null if nothing.', nullable(Type.String()), {
    example: 'Quick and friendly',
  }),
});

const { name, email, phone } = contactFields;

const bridge = { scope: 'responder:inject', rate: 'write', method: 'POST', key: 'optional', audit: false } as const;
const caused = Type.Object({
  room_id: doc('The chat, as the call named it.', RoomId),
  trigger_message_id: doc("The customer's message, as the call named it.", TriggerId),
  causation_id: doc('Proof of the call, as the call named it.', CausationId, { example: 'Zk2b0vQ9c1XyT7uRw5aLmA' }),
});
const about = {
  room_id: doc('The chat, as the call named it.', RoomId),
  trigger_message_id: doc("The customer's message, as the call named it.", TriggerId),
};

export const aiBridge = {
  reply: route({
    ...bridge,
    path: '/v1/ai/replies',
    summary: 'Answer an earlier call of an external operator. The scope responder:escalate allows to escalate',
    description:
      'A causation id serves for one reply within 15 minutes. A mismatch, a superseded reply or a missing scope does not use it up, so the call can be repeated. Without `content`, or with a text that holds the escalation marker, the chat is handed to people.',
    body: Type.Object({
      room_id: doc('The chat, as the call named it.', RoomId),
      causation_id: doc('Proof of the call, as the call named it.', CausationId, { example: 'Zk2b0vQ9c1XyT7uRw5aLmA' }),
      content: doc(
        'The reply, in Markdown. Null or left out: nothing is shown, and the chat is handed to people.',
        Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
        { example: 'We deliver within two days.' },
      ),
      escalate: doc('Whether to hand the chat to people after the reply.', defaulted(Type.Boolean(), false)),
    }),
    replies: { 202: bare(BridgeReply) },
    problems: ['not_found', 'causation_mismatch', 'causation_used', 'reply_superseded'],
  }),
  checkPermission: route({
    ...bridge,
    path: '/v1/ai/permissions',
    summary: 'Check whether a reply to a call would be shown now',
    description:
      '`allowed` is false once the causation id was used, has expired, or somebody else owns the next reply. The causation id is not used up.',
    body: caused,
    replies: { 200: bare(BridgePermission) },
  }),
  handOver: route({
    ...bridge,
    path: '/v1/ai/handoff',
    summary: 'Hand a chat to people. Does not use up the causation id',
    description:
      'Repeating it is safe: a chat that was handed over before is `pending`, and one that a person has is `covered`. The chat is routed, and agents are notified once.',
    body: caused,
    replies: { 200: bare(BridgeHandoff) },
  }),
  updateContact: route({
    ...bridge,
    path: '/v1/ai/contacts',
    summary: 'Fill in what a chat revealed about its contact. Known values stay unless explicit is true',
    description:
      'A change emits `contact.updated`. A repeated `update_id` returns the contact and changes nothing; with another content it is 409 `update_id_reused`.',
    body: Type.Object({
      ...about,
      contacts: doc(
        'What the conversation revealed; at least one member.',
        Type.Object(
          {
            name: doc('Name of the contact.', name, { example: 'Ann Lee' }),
            email: doc('E-mail address of the contact; it is not proven.', email, { example: 'ann@example.com' }),
            phone: doc('Phone number of the contact; it is not proven.', phone, { example: '+1 202 555 0143' }),
          },
          { additionalProperties: false, minProperties: 1 },
        ),
      ),
      update_id: doc(
        'Your own id of this update, so that repeating the call does nothing twice.',
        Type.Optional(RequestId),
        { example: 'update-218-1' },
      ),
      explicit: doc('Whether the customer asked for it: replaces known values too.', defaulted(Type.Boolean(), false)),
      source: doc(
        'Where the data comes from, as `source` of the event `contact.updated`.',
        defaulted(Type.String({ pattern: '^[a-z][a-z0-9_-]{0,63}$' }), 'ai'),
        { example: 'ai' },
      ),
    }),
    replies: { 200: one(Contact) },
    problems: ['trigger_mismatch', 'update_id_reused'],
  }),
  readAttachment: route({
    ...bridge,
    path: '/v1/ai/attachment',
    summary: "Read the file of a customer's message: an image, audio, PDF, text or DOCX of up to 5 MiB",
    description:
      'Nothing is stored or marked as read. A message without a file is 404, one of over 5 MiB is 422, and another type of file is 415.',
    body: Type.Object(about),
    replies: { 200: bare(BridgeAttachment) },
    problems: ['not_found', 'trigger_mismatch'],
  }),
  review: route({
    ...bridge,
    path: '/v1/ai/reviews',
    summary: 'Store the rating that a customer gave in the conversation, of the operator who handles the chat',
    description:
      "Counts as the customer's rating of the agent who handles the chat, like one given in the widget, and emits `chat.rated`. A repeated `review_request_id` returns the stored rating.",
    body: Type.Object({
      ...about,
      value: doc(
        'A score; up is 5 and down is 1.',
        Type.Union([Type.Integer({ minimum: 1, maximum: 5 }), Type.Enum(['up', 'down'])]),
      ),
      review_request_id: doc(
        'Your own id of this rating; the same id with another value is 409.',
        Type.Optional(RequestId),
        { example: 'review-218' },
      ),
      comment: doc('What the customer said about it.', Type.Optional(nullable(Type.String({ maxLength: 2_000 }))), {
        example: 'Quick and friendly',
      }),
    }),
    replies: { 200: one(BridgeReview) },
    problems: ['trigger_mismatch', 'nobody_to_rate', 'review_already_given'],
  }),
};
