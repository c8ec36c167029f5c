import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { defaulted, doc, Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';
import { eventNames, legacyEventNames } from './events.ts';

/** An absolute URL; it is checked against private networks on save and on every call. */
export const CalledUrl = Type.String({ minLength: 1, maxLength: 2_048 });

/** Signs deliveries. */
export const SigningSecret = Type.String({ minLength: 16, maxLength: 255 });

/** Sent on request, to see whether a webhook arrives. It is in no catalogue and no feed. */
export const TEST_EVENT = 'webhook.test';

const AnyEventName = Type.Enum([...eventNames, ...legacyEventNames]);
const EventNames = Type.Array(AnyEventName, { minItems: 1, uniqueItems: true });

/** Our event bodies, or those of the legacy platform. */
const Envelope = Type.Enum(['native', 'legacy']);

export const WebhookSubscription = Type.Object({
  id: Id,
  url: Type.String(),
  events: Type.Array(Type.String()),
  is_active: Type.Boolean(),
  is_legacy_compat: Type.Boolean(),
  previous_secret_until: doc(
    'Until when deliveries are also signed with the previous secret, in `X-Service-Signature-Previous`; null after a rotation without `grace`.',
    nullable(Timestamp),
  ),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** The only responses that include the secret. */
export const SubscriptionWithSecret = Type.Object({ ...WebhookSubscription.properties, secret: Type.String() });

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'skipped'] as const;

export const DeliveryAttempt = Type.Object({
  at: Timestamp,
  /** Null when there was no response. */
  status: nullable(Type.Integer()),
  duration_ms: Type.Integer(),
  /** Why there was no response. */
  error: nullable(Type.String()),
  /** First KB of the response, without personal data. */
  answer: nullable(Type.String()),
});

const WebhookAttempt = Type.Object({
  ...DeliveryAttempt.properties,
  /** Of the request, without the signature. */
  headers: Type.Record(Type.String(), Type.String()),
});

export const WebhookDelivery = Type.Object({
  delivery_id: Type.String(),
  status: Type.Enum([...deliveryStatuses]),
  event_id: Type.String(),
  event_type: Type.String(),
  envelope: Envelope,
  /** The signed body. */
  payload: Type.Record(Type.String(), Type.Unknown()),
  /** Whether the event can be sent in the subscription's current envelope. */
  is_redeliverable: Type.Boolean(),
  attempts: Type.Array(WebhookAttempt),
  next_attempt_at: nullable(Timestamp),
  redelivery_of: doc('The delivery that this one repeats; null if it repeats none.', nullable(Type.String()), {
    example: 'dlv_89abcdef0123456789abcdef01234567',
  }),
  redelivered_as: doc(
    'The deliveries that repeat this one, oldest first. See there whether the event arrived.',
    Type.Array(Type.String()),
    { example: ['dlv_0123456789abcdef0123456789abcdef'] },
  ),
  created_at: Timestamp,
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const Redelivery = Type.Object({ delivery_id: Type.String(), envelope: Envelope });

export const Replay = Type.Object({
  /** Deliveries created. */
  deliveries: Type.Integer(),
  envelope: Envelope,
});

export const WebhookEvent = Type.Object({
  name: Type.String(),
  /** `compat`: only for subscriptions with `is_legacy_compat`; `native`: for the others. */
  vocabulary: Type.Enum(['native', 'compat']),
  /** Whether this installation emits it. */
  enabled: Type.Boolean(),
  triggered_by: Type.String(),
});

/** Attempts of one subscription that ended within an hour. */
export const WebhookHour = Type.Object({
  subscription_id: Id,
  /** When the hour began. */
  hour: Timestamp,
  delivered: Type.Integer(),
  /** Attempts that failed and are followed by another. */
  retried: Type.Integer(),
  /** Deliveries whose last attempt failed. */
  failed: Type.Integer(),
});

/** An event as delivered, with its number in the widget. */
export const Event = Type.Object({
  id: Type.String(),
  type: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
  number: Type.Integer(),
  created_at: Timestamp,
});

const read = { scope: 'webhooks:read', rate: 'read' } as const;
const write = { scope: 'webhooks:write', rate: 'write' } as const;
const named = { resource: 'webhookSubscription' } as const;

export const webhooks = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/webhook-subscriptions',
    summary: 'List webhook subscriptions, newest first, without their secrets',
    query: page({}),
    replies: { 200: pageOf(WebhookSubscription) },
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/webhook-subscriptions',
    summary: 'Subscribe a URL to events. The secret is only in this response',
    key: 'required',
    body: Type.Object({
      url: CalledUrl,
      events: EventNames,
      secret: Type.Optional(SigningSecret),
      is_legacy_compat: Type.Optional(Type.Boolean()),
    }),
    audit: 'webhook.created',
    replies: { 201: one(SubscriptionWithSecret) },
    problems: ['url_already_registered'],
  }),
  read: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/webhook-subscriptions/{id}',
    summary: 'Retrieve a webhook subscription, without its secret',
    replies: { 200: one(WebhookSubscription) },
  }),
  update: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/webhook-subscriptions/{id}',
    summary:
      'Update the URL, events or vocabulary of a subscription, or deactivate it. Pending deliveries use the new values',
    key: 'required',
    body: Type.Object(
      {
        url: Type.Optional(CalledUrl),
        events: Type.Optional(EventNames),
        is_active: Type.Optional(Type.Boolean()),
        is_legacy_compat: Type.Optional(Type.Boolean()),
      },
      { minProperties: 1 },
    ),
    audit: 'webhook.updated',
    replies: { 200: one(WebhookSubscription) },
    problems: ['url_already_registered'],
  }),
  remove: route({
    ...write,
    ...named,
    method: 'DELETE',
    path: '/v1/webhook-subscriptions/{id}',
    summary: 'Delete a subscription. Pending deliveries are not sent',
    key: 'optional',
    audit: 'webhook.removed',
    replies: { 204: none },
  }),
  listDeliveries: route({
    ...read,
    resource: 'usedWebhookSubscription',
    method: 'GET',
    path: '/v1/webhook-subscriptions/{id}/deliveries',
    summary:
      'List the deliveries of the last 30 days with every attempt, newest first. The migration layer logs final failures only',
    query: page({
      status: Type.Optional(Type.Enum([...deliveryStatuses])),
      event_type: Type.Optional(Type.Enum([...eventNames, ...legacyEventNames, TEST_EVENT])),
    }),
    replies: { 200: pageOf(WebhookDelivery) },
  }),
  redeliver: route({
    ...write,
    ...named,
    method: 'POST',
    path: '/v1/webhook-subscriptions/{id}/redeliver',
    summary: "Send a logged event again, in the subscription's current envelope",
    key: 'required',
    body: Type.Object({
      delivery_id: doc(
        'From the log, or the value of the header `X-Service-Delivery`, which also has the number of the attempt.',
        Type.String({ minLength: 1, maxLength: 64 }),
        { example: 'dlv_89abcdef0123456789abcdef01234567-1' },
      ),
    }),
    audit: false,
    replies: { 202: one(Redelivery) },
    problems: ['subscription_inactive'],
  }),
  rotateSecret: route({
    ...write,
    ...named,
    method: 'POST',
    destructive: true,
    path: '/v1/webhook-subscriptions/{id}/rotate-secret',
    summary: 'Rotate the secret immediately, also for pending deliveries. The new secret is only in this response',
    key: 'required',
    body: Type.Object({
      secret: Type.Optional(SigningSecret),
      grace: doc(
        'Whether deliveries of the next 24 hours also have the header `X-Service-Signature-Previous`, signed with the secret that was valid until now. Without it that secret is worth nothing at once.',
        defaulted(Type.Boolean(), false),
        { example: true },
      ),
    }),
    audit: 'webhook.secret_rotated',
    replies: { 200: one(SubscriptionWithSecret) },
  }),
  replay: route({
    ...write,
    ...named,
    method: 'POST',
    path: '/v1/webhook-subscriptions/{id}/replay',
    summary: 'Send all subscribed events of a period again',
    key: 'required',
    body: Type.Object({ from: Type.String({ format: 'moment' }), to: Type.String({ format: 'moment' }) }),
    audit: 'webhook.replayed',
    replies: { 202: one(Replay) },
    problems: ['subscription_inactive'],
    beyond: true,
  }),
  test: route({
    ...write,
    ...named,
    method: 'POST',
    path: '/v1/webhook-subscriptions/{id}/test',
    summary: 'Send the event webhook.test to a subscription, signed and logged like any other',
    key: 'required',
    audit: false,
    replies: { 202: one(Redelivery) },
    problems: ['subscription_inactive'],
    beyond: true,
  }),
  listHealth: route({
    ...read,
    resource: 'webhookHour',
    method: 'GET',
    path: '/v1/webhook-health',
    summary: 'List how many attempts were delivered, retried and failed in each of the last 24 hours, by subscription',
    replies: { 200: pageOf(WebhookHour) },
    beyond: true,
  }),
  listEventTypes: route({
    ...read,
    method: 'GET',
    path: '/v1/webhook-events',
    summary: 'List every event that can be subscribed to, and what triggers it',
    replies: { 200: pageOf(WebhookEvent) },
  }),
};

export const eventRoutes = {
  list: route({
    ...read,
    resource: 'event',
    method: 'GET',
    path: '/v1/events',
    summary:
      'List events of the last 7 days after a number, oldest first, to catch up without gaps. With sort=newest the latest come first',
    description:
      'Store the `number` of the last event and pass it as `after` the next time. To begin with what happens from now on, call once with `after=now`: the page is empty, and its `next_cursor` is the place to continue from. Repeat that cursor until a page has events.',
    query: page({
      after: doc(
        'Events after this number, or `now`: only those that follow this call. `now` does not go with sort=newest.',
        Type.Optional(
          Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Literal('now')]),
        ),
      ),
      type: doc(
        'Only events of this type, or of several, separated by commas.',
        Type.Optional(Type.Union([Type.Enum([...eventNames]), Type.String({ minLength: 1, maxLength: 255 })])),
        { example: 'chat.closed,message.created' },
      ),
      sort: defaulted(Type.Enum(['oldest', 'newest']), 'oldest'),
    }),
    replies: { 200: pageOf(Event) },
    beyond: true,
  }),
};
