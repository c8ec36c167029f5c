import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import {
  bare,
  CreatedAt,
  defaulted,
  doc,
  Id,
  none,
  nullable,
  one,
  page,
  pageOf,
  Timestamp,
  UpdatedAt,
} from '../route/schemas.ts';
import { CalledUrl, DeliveryAttempt, deliveryStatuses, SigningSecret } from '../webhooks/webhooks.ts';

const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' });

export const Channel = Type.Object({
  id: doc('Unique id of the channel. Its chats have the channel `ch<id>`.', Id, { example: 7 }),
  name: doc('For the team; customers do not see it.', Name, { example: 'Shop app' }),
  outbound_url: doc('Where replies are posted; null: nowhere.', nullable(Type.String()), {
    example: 'https://shop.example.com/replies',
  }),
  is_active: doc('Whether messages are taken and replies are sent.', Type.Boolean()),
  has_secret: doc('Whether replies are signed.', Type.Boolean()),
  legacy_compat_enabled: doc(
    'Whether the channel also takes messages in the format of the legacy platform, at `/compat/legacy/chat/{secret}`.',
    Type.Boolean(),
    { example: false },
  ),
  department_id: doc('The department that routing looks for an agent in. Null: all agents.', nullable(Id), {
    example: 3,
  }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

const DepartmentId = doc(
  'The department that routing looks for an agent in, now and while it is open. Null: all agents.',
  Type.Optional(nullable(Id)),
  { example: 3 },
);

const NewOutboundUrl = doc(
  'Where replies are posted, over HTTPS. Private networks are refused; null: nowhere.',
  Type.Optional(nullable(CalledUrl)),
  { example: 'https://shop.example.com/replies' },
);

/** The only responses that include the secret. */
export const ChannelWithSecret = Type.Object({
  ...Channel.properties,
  secret: doc("Signs replies, and is in the path of the migration layer. It can't be read again.", Type.String(), {
    example: 'chsec_bXkgb3duIHNlY3JldCBvZiAzMg',
  }),
});

/** `{online: 0|1}` */
export const ChannelStatus = Type.Object({
  online: doc(
    '1 while somebody can answer: an agent is at work for the channel, or an AI operator answers.',
    Type.Integer({ minimum: 0, maximum: 1 }),
  ),
});

/** The integration's own id of a conversation or person. */
const ExternalId = Type.String({ minLength: 1, maxLength: 255 });

/** The same limits as for visitors. */
const InboundText = Type.String({ minLength: 1, maxLength: 10_000, pattern: '\\S' });

const InboundMessage = Type.Union([
  InboundText,
  Type.Object(
    {
      text: doc('What the customer wrote.', InboundText, { example: 'Where is my parcel?' }),
      type: doc('Texts are the only type.', Type.Optional(Type.Enum(['text']))),
      id: doc(
        'Your own id of the message; a repeated message is stored once.',
        Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
        { example: 'msg-1001' },
      ),
    },
    { additionalProperties: false },
  ),
]);

export const InboundReceipt = Type.Object({
  chat_id: doc('The chat that the message is in.', Id, { example: 218 }),
  message_id: doc('The stored message.', Id, { example: 3107 }),
});

/** A reply that was sent to the channel's URL, or waits to be. */
export const ChannelDelivery = Type.Object({
  id: doc('Unique id of the delivery.', Id, { example: 5043 }),
  status: doc(
    '`pending` waits for its next attempt, `failed` has no more, `skipped` met an inactive channel or one without `outbound_url`.',
    Type.Enum([...deliveryStatuses]),
  ),
  chat_id: doc('The chat.', Id, { example: 218 }),
  message_id: doc('The reply.', Id, { example: 3108 }),
  payload: doc(
    'The signed body; null before the first attempt.',
    nullable(Type.Record(Type.String(), Type.Unknown())),
    { example: null },
  ),
  attempts: doc('Requests made so far, oldest first.', Type.Array(DeliveryAttempt)),
  next_attempt_at: doc('When the next attempt is due; null if there is none.', nullable(Timestamp)),
  created_at: CreatedAt,
});
export type ChannelDelivery = Static<typeof ChannelDelivery>;

export const ChannelRedelivery = Type.Object({
  delivery_id: doc('The new delivery. It has four attempts of its own.', Id, { example: 5120 }),
});

export const ChannelReplay = Type.Object({
  deliveries: doc('How many deliveries were created, one for each reply.', Type.Integer(), { example: 14 }),
});

const register = { scope: 'channels:register' } as const;
const named = { resource: 'channel' } as const;

export const channels = {
  list: route({
    ...register,
    rate: 'read',
    method: 'GET',
    path: '/v1/channels',
    summary: 'List custom channels, newest first, without their secrets',
    description: 'Messengers are not among them: see `GET /v1/messengers`.',
    query: page({}),
    replies: { 200: pageOf(Channel) },
  }),
  create: route({
    ...register,
    rate: 'write',
    method: 'POST',
    path: '/v1/channels',
    summary: 'Register a custom channel. The secret is only in this response',
    description:
      'Post what customers write to `POST /v1/channels/{id}/messages`; replies are posted to `outbound_url`, [signed](/docs/guides/signatures) with the secret. See [custom channels](/docs/guides/channels).',
    key: 'required',
    body: Type.Object({
      name: doc('For the team; customers do not see it.', Name, { example: 'Shop app' }),
      outbound_url: NewOutboundUrl,
      secret: doc(
        'Signs replies. Left out, a secret is generated and returned in this response.',
        Type.Optional(SigningSecret),
        { example: 'chsec_bXkgb3duIHNlY3JldCBvZiAzMg' },
      ),
      is_active: doc('Whether the channel works from the start; left out: yes.', Type.Optional(Type.Boolean())),
      legacy_compat_enabled: doc(
        'Whether the channel also takes messages in the format of the legacy platform; left out: no.',
        Type.Optional(Type.Boolean()),
        { example: false },
      ),
      department_id: DepartmentId,
    }),
    audit: 'channel.created',
    replies: { 201: one(ChannelWithSecret) },
  }),
  read: route({
    ...register,
    ...named,
    rate: 'read',
    method: 'GET',
    path: '/v1/channels/{id}',
    summary: 'Retrieve a custom channel, active or not, without its secret',
    description: 'Tells an inactive channel from one that does not exist: posting a message is 404 for both.',
    replies: { 200: one(Channel) },
  }),
  update: route({
    ...register,
    ...named,
    rate: 'write',
    method: 'PATCH',
    path: '/v1/channels/{id}',
    summary: "Update a channel's name, outbound URL or department, or deactivate it",
    description:
      'Members that are left out stay, and pending replies use the new values. The secret has a route of its own: `POST /v1/channels/{id}/rotate-secret`.',
    key: 'required',
    body: Type.Object(
      {
        name: doc('For the team; customers do not see it.', Type.Optional(Name), { example: 'Shop app' }),
        outbound_url: NewOutboundUrl,
        is_active: doc('False: messages are refused with 404, and no reply is sent.', Type.Optional(Type.Boolean())),
        legacy_compat_enabled: doc(
          'Whether the channel also takes messages in the format of the legacy platform.',
          Type.Optional(Type.Boolean()),
          { example: false },
        ),
        department_id: DepartmentId,
      },
      { minProperties: 1 },
    ),
    audit: 'channel.updated',
    replies: { 200: one(Channel) },
  }),
  remove: route({
    ...register,
    ...named,
    rate: 'write',
    method: 'DELETE',
    path: '/v1/channels/{id}',
    summary: 'Delete a channel. Its chats and messages are kept',
    description: 'Nothing is sent or received any longer, also in the migration layer.',
    key: 'optional',
    audit: 'channel.removed',
    replies: { 204: none },
  }),
  rotateSecret: route({
    ...register,
    ...named,
    rate: 'write',
    method: 'POST',
    destructive: true,
    path: '/v1/channels/{id}/rotate-secret',
    summary: 'Rotate the secret immediately. The new secret is only in this response',
    description:
      'The old secret stops at once: for replies from the next attempt on, and in the path of the migration layer.',
    key: 'required',
    audit: 'channel.secret_rotated',
    replies: { 200: one(ChannelWithSecret) },
  }),
  listReplies: route({
    ...register,
    resource: 'usedChannel',
    rate: 'read',
    method: 'GET',
    path: '/v1/channels/{id}/deliveries',
    summary: 'List the replies of the last 30 days with every attempt, newest first',
    description:
      'Replies of agents and AI operators, with personal data in their texts replaced. Erasing a contact removes the replies to them.',
    query: page({
      status: doc('Only deliveries with this status.', Type.Optional(Type.Enum([...deliveryStatuses]))),
    }),
    replies: { 200: pageOf(ChannelDelivery) },
    beyond: true,
  }),
  redeliver: route({
    ...register,
    resource: 'usedChannel',
    rate: 'write',
    method: 'POST',
    path: '/v1/channels/{id}/redeliver',
    summary: 'Send a logged reply again',
    description:
      'Creates a delivery with the same body and `message.id`, so that the receiver can recognize a reply it has. A body with a file is built again with a fresh link. 409 while the channel is inactive or has no `outbound_url`.',
    key: 'required',
    body: Type.Object({
      delivery_id: doc('The `id` of a delivery in the log of this channel.', Id, { example: 5043 }),
    }),
    audit: false,
    replies: { 202: one(ChannelRedelivery) },
    problems: ['channel_inactive'],
    beyond: true,
  }),
  replay: route({
    ...register,
    resource: 'usedChannel',
    rate: 'write',
    method: 'POST',
    path: '/v1/channels/{id}/replay',
    summary: 'Send all replies of a period again that did not arrive',
    description:
      'Creates a delivery for each reply that was logged in the period and that failed or was skipped. Replies that arrived are sent again only with `status: all`; replies whose delivery is pending never are. At most 100,000 replies. 409 while the channel is inactive or has no `outbound_url`.',
    key: 'required',
    body: Type.Object({
      from: doc('Beginning of the period, included.', Type.String({ format: 'moment' }), {
        example: '2026-05-01T00:00:00+00:00',
      }),
      to: doc('End of the period, excluded.', Type.String({ format: 'moment' }), {
        example: '2026-05-02T00:00:00+00:00',
      }),
      status: doc(
        'Which replies: those that did not arrive, or all.',
        defaulted(Type.Enum(['undelivered', 'all']), 'undelivered'),
      ),
    }),
    audit: 'channel.replayed',
    replies: { 202: one(ChannelReplay) },
    problems: ['channel_inactive'],
    beyond: true,
  }),
  readStatus: route({
    ...named,
    scope: 'channels:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/channels/{id}/status',
    summary: 'Retrieve whether an agent is online for this channel',
    description: 'Poll it to show customers whether somebody can answer. Works for an inactive channel, too.',
    replies: { 200: bare(ChannelStatus) },
  }),
  sendMessage: route({
    ...named,
    scope: 'channels:write',
    rate: 'write',
    method: 'POST',
    path: '/v1/channels/{id}/messages',
    summary: 'Post an inbound message. 404 while the channel is inactive',
    description:
      '202: the message is stored, and routed like any other. It creates the contact and the chat if there are none. A blocked contact is 403.',
    key: 'required',
    body: Type.Object({
      external_client_id: doc('Your own id of the person who writes.', ExternalId, { example: 'customer-42' }),
      external_channel_id: doc(
        'Your own id of the conversation. With `external_client_id` it is always the same chat.',
        ExternalId,
        { example: 'orders' },
      ),
      message: doc('What the customer wrote: a string, or an object with `text`.', InboundMessage, {
        example: 'Where is my parcel?',
      }),
    }),
    audit: false,
    replies: { 202: one(InboundReceipt) },
    problems: ['visitor_blocked'],
  }),
};
