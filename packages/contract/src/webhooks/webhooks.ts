import { type Static, Type } from 'typebox';
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
  Timestamp,
  UpdatedAt,
} from '../route/schemas.ts';
import { eventNames, legacyEventNames } from './events.ts';

/** An absolute URL; it is checked against private networks on save and on every call. */
export const CalledUrl = Type.String({ minLength: 1, maxLength: 2_048 });

/** Signs deliveries. */
export const SigningSecret = Type.String({ minLength: 16, maxLength: 255 });

/** Sent on request, to see whether a webhook arrives. It is in no catalogue and no feed. */
export const TEST_EVENT = 'webhook.test';

const AnyEventName = Type.Enum([...eventNames, ...legacyEventNames]);
const EventNames = Type.Array(AnyEventName, { minItems: 1, uniqueItems: true });

const Envelope = doc(
  'Form of the body: `native` has the events of this platform, `legacy` those of the legacy platform.',
  Type.Enum(['native', 'legacy']),
);

const LegacyCompat = doc(
  'Whether the subscription gets the events of the migration layer in the format of the legacy platform.',
  Type.Boolean(),
  { example: false },
);
const Secret = doc(
  'Signs deliveries. Left out, a secret is generated and returned in this response.',
  Type.Optional(SigningSecret),
  { example: 'whsec_bXkgb3duIHNlY3JldCBvZiAzMg' },
);

export const WebhookSubscription = Type.Object({
  id: doc('Unique id of the subscription.', Id),
  url: doc('Where events are posted.', Type.String(), { example: 'https://shop.example.com/hooks/parley' }),
  events: doc('Names of the events it gets.', Type.Array(Type.String()), {
    example: ['message.created', 'chat.closed'],
  }),
  is_active: doc(
    'Whether events are sent. Pending deliveries of an inactive subscription are skipped.',
    Type.Boolean(),
  ),
  is_legacy_compat: LegacyCompat,
  previous_secret_until: doc(
    'Until when deliveries are also signed with the previous secret, in `X-Service-Signature-Previous`; null after a rotation without `grace`.',
    nullable(Timestamp),
  ),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

/** The only responses that include the secret. */
export const SubscriptionWithSecret = Type.Object({
  ...WebhookSubscription.properties,
  secret: doc("Signs deliveries. It can't be read again.", Type.String(), {
    example: 'whsec_bXkgb3duIHNlY3JldCBvZiAzMg',
  }),
});

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'skipped'] as const;

export const DeliveryAttempt = Type.Object({
  at: doc('When the request was sent.', Timestamp),
  status: doc('HTTP status of the response; null when there was none.', nullable(Type.Integer()), { example: 200 }),
  duration_ms: doc('How long the attempt took, in milliseconds.', Type.Integer(), { example: 84 }),
  error: doc('Why there was no response; null when there was one.', nullable(Type.String()), { example: null }),
  answer: doc('First KB of the response, without personal data; null when there was none.', nullable(Type.String()), {
    example: 'ok',
  }),
});

const WebhookAttempt = Type.Object({
  ...DeliveryAttempt.properties,
  headers: doc('Headers of the request, without the signature.', Type.Record(Type.String(), Type.String()), {
    example: { 'x-service-event': 'chat.closed' },
  }),
});

export const WebhookDelivery = Type.Object({
  delivery_id: doc('Unique id of the delivery.', Type.String(), { example: 'dlv_89abcdef0123456789abcdef01234567' }),
  status: doc(
    '`pending` waits for its next attempt, `failed` has no more, `skipped` met an inactive subscription when its turn came.',
    Type.Enum([...deliveryStatuses]),
  ),
  event_id: doc('The event; the same in its redeliveries and replays.', Type.String(), {
    example: 'evt_0123456789abcdef0123456789abcdef',
  }),
  event_type: doc('Name of the event.', Type.String(), { example: 'chat.closed' }),
  envelope: Envelope,
  payload: doc('The signed body.', Type.Record(Type.String(), Type.Unknown()), {
    example: { id: 'evt_0123456789abcdef0123456789abcdef', type: 'chat.closed', data: { chat_id: 218 } },
  }),
  is_redeliverable: doc("Whether the event can be sent in the subscription's current envelope.", Type.Boolean()),
  attempts: doc('Requests made so far, oldest first.', Type.Array(WebhookAttempt)),
  next_attempt_at: doc('When the next attempt is due; null if there is none.', nullable(Timestamp)),
  redelivery_of: doc('The delivery that this one repeats; null if it repeats none.', nullable(Type.String()), {
    example: 'dlv_89abcdef0123456789abcdef01234567',
  }),
  redelivered_as: doc(
    'The deliveries that repeat this one, oldest first. See there whether the event arrived.',
    Type.Array(Type.String()),
    { example: ['dlv_0123456789abcdef0123456789abcdef'] },
  ),
  created_at: CreatedAt,
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const Redelivery = Type.Object({
  delivery_id: doc('The new delivery.', Type.String(), { example: 'dlv_0123456789abcdef0123456789abcdef' }),
  envelope: Envelope,
});

export const Replay = Type.Object({
  deliveries: doc('How many deliveries were created.', Type.Integer(), { example: 12 }),
  envelope: Envelope,
});

export const WebhookEvent = Type.Object({
  name: doc('Name of the event, for `events` of a subscription.', Type.String(), { example: 'chat.closed' }),
  vocabulary: doc(
    '`compat`: only for subscriptions with `is_legacy_compat`; `native`: for the others.',
    Type.Enum(['native', 'compat']),
  ),
  enabled: doc('Whether this installation emits it.', Type.Boolean()),
  triggered_by: doc('What triggers it, in words.', Type.String(), { example: 'A chat is closed.' }),
});

/** Attempts of one subscription that ended within an hour. */
export const WebhookHour = Type.Object({
  subscription_id: doc('The subscription.', Id),
  hour: doc('When the hour began.', Timestamp),
  delivered: doc('Attempts that succeeded.', Type.Integer(), { example: 42 }),
  retried: doc('Attempts that failed and are followed by another.', Type.Integer(), { example: 3 }),
  failed: doc('Deliveries whose last attempt failed.', Type.Integer(), { example: 1 }),
});

/** An event as delivered, with its number in the widget. */
export const Event = Type.Object({
  id: doc('Unique id of the event, as in deliveries.', Type.String(), {
    example: 'evt_0123456789abcdef0123456789abcdef',
  }),
  type: doc('Name of the event.', Type.String(), { example: 'chat.closed' }),
  data: doc('Ids and enumerations, never message texts.', Type.Record(Type.String(), Type.Unknown()), {
    example: { chat_id: 218, client_id: 3, reason: 'agent' },
  }),
  number: doc('Position in the feed of the widget: send the last one as `after`.', Type.Integer(), { example: 4_711 }),
  created_at: CreatedAt,
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
    description: 'Each has its events and whether it is active. How its deliveries go is in `GET /v1/webhook-health`.',
    query: page({}),
    replies: { 200: pageOf(WebhookSubscription) },
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/webhook-subscriptions',
    summary: 'Subscribe a URL to events. The secret is only in this response',
    description:
      'From now on each event is posted to the URL, [signed](/docs/guides/signatures) with the secret. See [webhooks](/docs/guides/webhooks) for requests and retries. A second subscription of the same URL is 409.',
    key: 'required',
    body: Type.Object({
      url: doc('Where events are posted, over HTTPS. Private networks are refused, and a URL counts once.', CalledUrl, {
        example: 'https://shop.example.com/hooks/parley',
      }),
      events: doc('Names of the events to send, of one vocabulary.', EventNames, {
        example: ['message.created', 'chat.closed'],
      }),
      secret: Secret,
      is_legacy_compat: doc(
        'Whether to send the events of the migration layer in the format of the legacy platform; left out: no.',
        Type.Optional(Type.Boolean()),
        { example: false },
      ),
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
    description: 'The secret is in the responses of creation and rotation alone.',
    replies: { 200: one(WebhookSubscription) },
  }),
  update: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/webhook-subscriptions/{id}',
    summary:
      'Update the URL, events or vocabulary of a subscription, or deactivate it. Pending deliveries use the new values',
    description:
      'Members that are left out stay. The secret has a route of its own: `POST /v1/webhook-subscriptions/{id}/rotate-secret`.',
    key: 'required',
    body: Type.Object(
      {
        url: doc('Where events are posted, over HTTPS.', Type.Optional(CalledUrl), {
          example: 'https://shop.example.com/hooks/parley',
        }),
        events: doc('Replaces the events to send.', Type.Optional(EventNames), { example: ['message.created'] }),
        is_active: doc('False: nothing is sent, and pending deliveries are skipped.', Type.Optional(Type.Boolean())),
        is_legacy_compat: doc(
          'Switches the vocabulary; send `events` of the new one with it.',
          Type.Optional(Type.Boolean()),
          { example: false },
        ),
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
    description: "Its log can't be read any more. To stop for a while, set `is_active` to false instead.",
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
    description: 'Personal data in responses is replaced. `delivery_id` is what a redelivery takes.',
    query: page({
      status: doc('Only deliveries with this status.', Type.Optional(Type.Enum([...deliveryStatuses]))),
      event_type: doc(
        'Only deliveries of this event.',
        Type.Optional(Type.Enum([...eventNames, ...legacyEventNames, TEST_EVENT])),
      ),
    }),
    replies: { 200: pageOf(WebhookDelivery) },
  }),
  redeliver: route({
    ...write,
    ...named,
    method: 'POST',
    path: '/v1/webhook-subscriptions/{id}/redeliver',
    summary: "Send a logged event again, in the subscription's current envelope",
    description:
      '202: a new delivery is stored and sent soon, under the idempotency key of the event. An inactive subscription is 409; an event that has no form in its current envelope is 422.',
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
    description:
      'Without `grace` the receiver refuses deliveries until it has the new secret; with it, they are signed with both for 24 hours. See [rotating the secret](/docs/guides/webhooks#rotating-the-secret).',
    key: 'required',
    body: Type.Object({
      secret: Secret,
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
    description:
      '202: a delivery of each event is stored and sent soon, under the idempotency keys that the events had. Use it after an outage of your server. A period with more than 100,000 events is 422.',
    key: 'required',
    body: Type.Object({
      from: doc('Beginning of the period, included.', Type.String({ format: 'moment' })),
      to: doc('End of the period, excluded.', Type.String({ format: 'moment' })),
    }),
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
    description:
      '202: the delivery is stored and sent soon. Its outcome is in the log of deliveries; an inactive subscription is 409.',
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
    description: 'Hours without an attempt are left out. The log has the single deliveries.',
    replies: { 200: pageOf(WebhookHour) },
    beyond: true,
  }),
  listEventTypes: route({
    ...read,
    method: 'GET',
    path: '/v1/webhook-events',
    summary: 'List every event that can be subscribed to, and what triggers it',
    description:
      'Native events and those of the migration layer are in one list; a subscription takes names of one `vocabulary`.',
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
      sort: doc('Which events come first.', defaulted(Type.Enum(['oldest', 'newest']), 'oldest')),
    }),
    replies: { 200: pageOf(Event) },
    beyond: true,
  }),
};
