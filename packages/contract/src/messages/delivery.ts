import { type Static, Type } from 'typebox';
import { doc, nullable, nullableEnum, Timestamp } from '../route/schemas.ts';

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
  status: doc('How far the message got. Not every messenger reports `delivered` and `read`.', Type.Enum([...statuses])),
  reason: doc('Why it failed; else null.', nullableEnum(deliveryReasons), { example: null }),
  code: doc("The messenger's own code of the failure; else null.", nullable(Type.String()), { example: null }),
  detail: doc("The messenger's own words about the failure; else null.", nullable(Type.String()), { example: null }),
  at: doc('When the status was reached.', Timestamp),
});
export type MessageDelivery = Static<typeof Delivery>;

/** Null for messages that go through neither. */
export const MessageDelivery = Type.Unsafe<MessageDelivery | null>({ ...Delivery, type: ['object', 'null'] });

/** Whether the customer of a messenger chat can be written to. */
const Reach = Type.Object({
  state: doc(
    '`window_closed`: the time for replies is over; `blocked`: the customer blocked you; `not_connected`: the messenger is disconnected.',
    Type.Enum(['open', 'window_closed', 'blocked', 'not_connected']),
  ),
  reply_until: doc(
    'Until when replies are possible, where the messenger only allows them for a time; else null.',
    nullable(Timestamp),
  ),
});
export type ChatReach = Static<typeof Reach>;

/** Null for chats of the site and of custom channels. */
export const ChatReach = Type.Unsafe<ChatReach | null>({ ...Reach, type: ['object', 'null'] });
