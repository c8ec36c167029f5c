import { type Static, Type } from 'typebox';
import { nullable, nullableEnum, Timestamp } from '../route/schemas.ts';

/** Why a message did not reach a customer in a messenger or a custom channel. */
export const deliveryReasons = [
  'recipient_blocked',
  'recipient_unknown',
  'window_closed',
  'content_rejected',
  'too_large',
  'rate_limited',
  'credential_rejected',
  'provider_unavailable',
  'not_connected',
  'cabinet_disabled',
] as const;
export type DeliveryReason = (typeof deliveryReasons)[number];

/** In their order; a failed message was queued or sent before. */
const statuses = ['queued', 'sent', 'delivered', 'read', 'failed'] as const;

/** What became of a message to a customer in a messenger or a custom channel. */
const Delivery = Type.Object({
  status: Type.Enum([...statuses]),
  reason: nullableEnum(deliveryReasons),
  /** The messenger's own code and words. */
  code: nullable(Type.String()),
  detail: nullable(Type.String()),
  at: Timestamp,
});
export type MessageDelivery = Static<typeof Delivery>;

/** Null for messages that go through neither. */
export const MessageDelivery = Type.Unsafe<MessageDelivery | null>({ ...Delivery, type: ['object', 'null'] });

/** Whether the customer of a messenger chat can be written to. */
const Reach = Type.Object({
  state: Type.Enum(['open', 'window_closed', 'blocked', 'not_connected']),
  /** Until then, where the messenger only allows replies for a time. */
  reply_until: nullable(Timestamp),
});
export type ChatReach = Static<typeof Reach>;

/** Null for chats of the site and of custom channels. */
export const ChatReach = Type.Unsafe<ChatReach | null>({ ...Reach, type: ['object', 'null'] });
