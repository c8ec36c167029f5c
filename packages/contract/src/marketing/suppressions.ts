import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { CreatedAt, doc, Guid, Id, none, one, page, pageOf } from '../route/schemas.ts';

/** Channels of broadcasts besides custom ones, which are `ch<id>`. */
export const broadcastChannels = ['service', 'tg', 'vk', 'wa', 'vb', 'fb', 'ok', 'mx'] as const;

/** E-mail, or a channel of broadcasts. */
export const SuppressionChannel = Type.String({
  pattern: `^(email|${broadcastChannels.join('|')}|ch[1-9]\\d{0,14})$`,
  examples: ['email'],
});

export const suppressionReasons = [
  'unsubscribed',
  'complained',
  'bounced',
  'stop_word',
  'recipient_blocked',
  'manual',
] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/** Only the recipient undoes these. */
export const recipientsReasons = ['unsubscribed', 'complained'] as const satisfies SuppressionReason[];

/** An address that gets no marketing. It is stored as a keyed hash, and stays when its contact is erased. */
export const Suppression = Type.Object({
  id: doc('Unique id of the suppression.', Id),
  channel: doc('`email`, or a channel of broadcasts.', SuppressionChannel, { example: 'email' }),
  address: doc('Masked, since only a hash of it is stored.', Type.String({ examples: ['j…@e…e.com'] }), {
    example: 'j…@e…e.com',
  }),
  reason: doc(
    "Why: the recipient's own wish, a bounce, a block, or a person (`manual`).",
    Type.Enum([...suppressionReasons]),
  ),
  created_at: CreatedAt,
});
export type Suppression = Static<typeof Suppression>;

const given = (name: string) => ({ required: [name] });

export const suppressions = {
  list: route({
    method: 'GET',
    path: '/v1/marketing/suppressions',
    summary: 'List addresses that get no marketing, newest first. They are masked',
    description: 'A suppression stays when its contact is erased, so that nobody is written to again by mistake.',
    scope: 'marketing:read',
    rate: 'read',
    query: page({
      channel: doc('Only those of this channel.', Type.Optional(SuppressionChannel), { example: 'email' }),
      reason: doc('Only those with this reason.', Type.Optional(Type.Enum([...suppressionReasons]))),
    }),
    replies: { 200: pageOf(Suppression) },
    problems: ['not_found'],
    beyond: true,
  }),
  create: route({
    method: 'POST',
    path: '/v1/marketing/suppressions',
    summary: 'Suppress an address: an e-mail address or an id in a messenger, as such or of a contact',
    description:
      'Sends that run skip the address from then on. Suppressing an address again adds no second entry. Replies in chats are not affected.',
    scope: 'marketing:write',
    rate: 'write',
    key: 'required',
    body: Type.Object(
      {
        channel: doc('`email`, or a channel of broadcasts.', SuppressionChannel, { example: 'email' }),
        address: doc(
          'An e-mail address, the id of a person in the messenger or channel, or for `service` the id of a contact.',
          Type.Optional(Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', examples: ['jane@example.com'] })),
          { example: 'jane@example.com' },
        ),
        contact_id: doc(
          'Instead of an address: all that the contact has on the channel. The response has the first of them.',
          Type.Optional(Guid),
        ),
      },
      { anyOf: ['address', 'contact_id'].map(given) },
    ),
    audit: 'suppression.created',
    replies: { 201: one(Suppression) },
    beyond: true,
  }),
  remove: route({
    method: 'DELETE',
    path: '/v1/marketing/suppressions/{id}',
    summary: 'Lift a suppression, unless the recipient asked for it',
    description:
      'An address that unsubscribed or complained is 409 `suppressed_by_recipient`: only its owner can undo that.',
    scope: 'marketing:write',
    rate: 'write',
    key: 'optional',
    resource: 'suppression',
    audit: 'suppression.removed',
    replies: { 204: none },
    problems: ['suppressed_by_recipient'],
    beyond: true,
  }),
};
