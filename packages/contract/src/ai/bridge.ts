import { Type } from 'typebox';
import { Contact, contactFields } from '../contacts/contacts.ts';
import { route } from '../route/route.ts';
import { bare, defaulted, Id, nullable, nullableEnum, one, Timestamp } from '../route/schemas.ts';

/** What became of a request for a person. `unavailable`: it was handed over, and nobody is at work. */
const handoffs = ['started', 'pending', 'covered', 'unavailable'] as const;

const RoomId = Type.Integer({ ...Id, description: 'The chat, as the call named it' });
const TriggerId = Type.Integer({ ...Id, description: "The customer's message, as the call named it" });
const CausationId = Type.String({ minLength: 1, maxLength: 512, description: 'As the call named it' });
/** Of the caller, so that a repeated call does nothing twice. */
const RequestId = Type.String({ minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' });

/** What became of a reply. */
export const BridgeReply = Type.Object({
  chat_id: Id,
  /** Null if nothing was shown. */
  message_id: nullable(Id),
  /** Null if the operator goes on answering. */
  handoff: nullableEnum(['started', 'unavailable']),
});

export const BridgePermission = Type.Object({ allowed: Type.Boolean(), observed_at: Timestamp });

export const BridgeHandoff = Type.Object({ handoff: Type.Enum([...handoffs]) });

export const BridgeAttachment = Type.Object({
  message_id: Id,
  name: Type.String(),
  type: Type.String(),
  size: Type.Integer(),
  content_base64: Type.String(),
});

export const BridgeReview = Type.Object({
  chat_id: Id,
  agent_id: Id,
  score: Type.Integer(),
  comment: nullable(Type.String()),
});

const { name, email, phone } = contactFields;

const bridge = { scope: 'responder:inject', rate: 'write', method: 'POST', key: 'optional', audit: false } as const;
const caused = Type.Object({ room_id: RoomId, trigger_message_id: TriggerId, causation_id: CausationId });
const about = { room_id: RoomId, trigger_message_id: TriggerId };

export const aiBridge = {
  reply: route({
    ...bridge,
    path: '/v1/ai/replies',
    summary: 'Answer an earlier call of an external operator. The scope responder:escalate allows to escalate',
    body: Type.Object({
      room_id: RoomId,
      causation_id: CausationId,
      content: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
      escalate: defaulted(Type.Boolean(), false),
    }),
    replies: { 202: bare(BridgeReply) },
    problems: ['not_found', 'causation_mismatch', 'causation_used', 'reply_superseded'],
  }),
  checkPermission: route({
    ...bridge,
    path: '/v1/ai/permissions',
    summary: 'Check whether a reply to a call would be shown now',
    body: caused,
    replies: { 200: bare(BridgePermission) },
  }),
  handOver: route({
    ...bridge,
    path: '/v1/ai/handoff',
    summary: 'Hand a chat to people. Does not use up the causation id',
    body: caused,
    replies: { 200: bare(BridgeHandoff) },
  }),
  updateContact: route({
    ...bridge,
    path: '/v1/ai/contacts',
    summary: 'Fill in what a chat revealed about its contact. Known values stay unless explicit is true',
    body: Type.Object({
      ...about,
      contacts: Type.Object({ name, email, phone }, { additionalProperties: false, minProperties: 1 }),
      update_id: Type.Optional(RequestId),
      explicit: defaulted(Type.Boolean(), false),
      /** In the event `contact.updated`. */
      source: defaulted(Type.String({ pattern: '^[a-z][a-z0-9_-]{0,63}$' }), 'ai'),
    }),
    replies: { 200: one(Contact) },
    problems: ['trigger_mismatch', 'update_id_reused'],
  }),
  readAttachment: route({
    ...bridge,
    path: '/v1/ai/attachment',
    summary: "Read the file of a customer's message: an image, audio, PDF, text or DOCX of up to 5 MiB",
    body: Type.Object(about),
    replies: { 200: bare(BridgeAttachment) },
    problems: ['not_found', 'trigger_mismatch'],
  }),
  review: route({
    ...bridge,
    path: '/v1/ai/reviews',
    summary: 'Store the rating that a customer gave in the conversation, of the operator who handles the chat',
    body: Type.Object({
      ...about,
      value: Type.Union([Type.Integer({ minimum: 1, maximum: 5 }), Type.Enum(['up', 'down'])], {
        description: 'A score; up is 5 and down is 1',
      }),
      review_request_id: Type.Optional(RequestId),
      comment: Type.Optional(nullable(Type.String({ maxLength: 2_000 }))),
    }),
    replies: { 200: one(BridgeReview) },
    problems: ['trigger_mismatch', 'nobody_to_rate', 'review_already_given'],
  }),
};
