import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { bare, defaulted, doc, Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';
import { CalledUrl, DeliveryAttempt, deliveryStatuses, SigningSecret } from '../webhooks/webhooks.ts';

const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' });

export const Channel = Type.Object({
  id: Id,
  name: Name,
  outbound_url: nullable(Type.String()),
  is_active: Type.Boolean(),
  has_secret: Type.Boolean(),
  legacy_compat_enabled: Type.Boolean(),
  department_id: doc('The department that routing looks for an agent in. Null: all agents.', nullable(Id), {
    example: 3,
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
});

const DepartmentId = doc(
  'The department that routing looks for an agent in, now and while it is open. Null: all agents.',
  Type.Optional(nullable(Id)),
  { example: 3 },
);

/** The only responses that include the secret. */
export const ChannelWithSecret = Type.Object({ ...Channel.properties, secret: Type.String() });

/** `{online: 0|1}` */
export const ChannelStatus = Type.Object({ online: Type.Integer({ minimum: 0, maximum: 1 }) });

/** The integration's own id of a conversation or person. */
const ExternalId = Type.String({ minLength: 1, maxLength: 255 });

/** The same limits as for visitors. */
const InboundText = Type.String({ minLength: 1, maxLength: 10_000, pattern: '\\S' });

const InboundMessage = Type.Union([
  InboundText,
  Type.Object(
    {
      text: InboundText,
      type: Type.Optional(Type.Enum(['text'])),
      /** The integration's own id; a repeated message is stored once. */
      id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    },
    { additionalProperties: false },
  ),
]);

export const InboundReceipt = Type.Object({ chat_id: Id, message_id: Id });

/** A reply that was sent to the channel's URL, or waits to be. */
export const ChannelDelivery = Type.Object({
  id: Id,
  status: Type.Enum([...deliveryStatuses]),
  chat_id: Id,
  message_id: Id,
  /** The signed body; null before the first attempt. */
  payload: nullable(Type.Record(Type.String(), Type.Unknown())),
  attempts: Type.Array(DeliveryAttempt),
  next_attempt_at: nullable(Timestamp),
  created_at: Timestamp,
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
    query: page({}),
    replies: { 200: pageOf(Channel) },
  }),
  create: route({
    ...register,
    rate: 'write',
    method: 'POST',
    path: '/v1/channels',
    summary: 'Register a custom channel. The secret is only in this response',
    key: 'required',
    body: Type.Object({
      name: Name,
      outbound_url: Type.Optional(nullable(CalledUrl)),
      secret: Type.Optional(SigningSecret),
      is_active: Type.Optional(Type.Boolean()),
      legacy_compat_enabled: Type.Optional(Type.Boolean()),
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
    replies: { 200: one(Channel) },
  }),
  update: route({
    ...register,
    ...named,
    rate: 'write',
    method: 'PATCH',
    path: '/v1/channels/{id}',
    summary: "Update a channel's name, outbound URL or department, or deactivate it",
    key: 'required',
    body: Type.Object(
      {
        name: Type.Optional(Name),
        outbound_url: Type.Optional(nullable(CalledUrl)),
        is_active: Type.Optional(Type.Boolean()),
        legacy_compat_enabled: Type.Optional(Type.Boolean()),
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
    query: page({ status: Type.Optional(Type.Enum([...deliveryStatuses])) }),
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
    replies: { 200: bare(ChannelStatus) },
  }),
  sendMessage: route({
    ...named,
    scope: 'channels:write',
    rate: 'write',
    method: 'POST',
    path: '/v1/channels/{id}/messages',
    summary: 'Post an inbound message. 404 while the channel is inactive',
    key: 'required',
    body: Type.Object({ external_client_id: ExternalId, external_channel_id: ExternalId, message: InboundMessage }),
    audit: false,
    replies: { 202: one(InboundReceipt) },
    problems: ['visitor_blocked'],
  }),
};
