import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';
import { eventNames, legacyEventNames } from './events.ts';

/** A whole address; what may be called at it is checked when it is saved, and again whenever it is called. */
export const CalledUrl = Type.String({ minLength: 1, maxLength: 2_048 });

/** What deliveries are signed with. */
export const SigningSecret = Type.String({ minLength: 16, maxLength: 255 });

const AnyEventName = Type.Enum([...eventNames, ...legacyEventNames]);
const EventNames = Type.Array(AnyEventName, { minItems: 1, uniqueItems: true });

/** Ours, or those of the platform that an integration was written for. */
const Envelope = Type.Enum(['native', 'legacy']);

export const WebhookSubscription = Type.Object({
  id: Id,
  url: Type.String(),
  events: Type.Array(Type.String()),
  is_active: Type.Boolean(),
  is_legacy_compat: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** The only answers with the secret in it. */
export const SubscriptionWithSecret = Type.Object({ ...WebhookSubscription.properties, secret: Type.String() });

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'skipped'] as const;

const Attempt = Type.Object({
  at: Timestamp,
  /** Null when there was no answer. */
  status: nullable(Type.Integer()),
  duration_ms: Type.Integer(),
  /** Why there was no answer. */
  error: nullable(Type.String()),
  /** Its first KB, without personal data. */
  answer: nullable(Type.String()),
});

export const WebhookDelivery = Type.Object({
  delivery_id: Type.String(),
  status: Type.Enum([...deliveryStatuses]),
  event_id: Type.String(),
  event_type: Type.String(),
  envelope: Envelope,
  /** The body as it was signed. */
  payload: Type.Record(Type.String(), Type.Unknown()),
  /** Whether the event can be sent in the envelope that the subscription uses now. */
  is_redeliverable: Type.Boolean(),
  attempts: Type.Array(Attempt),
  next_attempt_at: nullable(Timestamp),
  created_at: Timestamp,
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const Redelivery = Type.Object({ delivery_id: Type.String(), envelope: Envelope });

export const Replay = Type.Object({
  /** How many deliveries were begun. */
  deliveries: Type.Integer(),
  envelope: Envelope,
});

export const WebhookEvent = Type.Object({
  name: Type.String(),
  /** Which subscriptions can name it: ordinary ones, or those with `is_legacy_compat`. */
  vocabulary: Type.Enum(['native', 'compat']),
  /** Whether anything emits it in this installation. */
  enabled: Type.Boolean(),
  triggered_by: Type.String(),
});

/** An event as it is delivered, with its place among all of the widget. */
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
    summary: 'Webhook subscriptions of the widget, newest first; never their secrets',
    query: page({}),
    replies: { 200: pageOf(WebhookSubscription) },
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/webhook-subscriptions',
    summary: 'Subscribe a URL to events; the secret is in this answer and never again',
    key: 'required',
    body: Type.Object({
      url: CalledUrl,
      events: EventNames,
      secret: Type.Optional(SigningSecret),
      is_legacy_compat: Type.Optional(Type.Boolean()),
    }),
    replies: { 201: one(SubscriptionWithSecret) },
    problems: ['url_already_registered'],
  }),
  read: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/webhook-subscriptions/{id}',
    summary: 'One webhook subscription, without its secret',
    replies: { 200: one(WebhookSubscription) },
  }),
  update: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/webhook-subscriptions/{id}',
    summary:
      'Change the URL, the events, the vocabulary, or switch it off and on; what waits goes to where it leads now',
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
    replies: { 200: one(WebhookSubscription) },
    problems: ['url_already_registered'],
  }),
  remove: route({
    ...write,
    ...named,
    method: 'DELETE',
    path: '/v1/webhook-subscriptions/{id}',
    summary: 'Delete a subscription; what waits for its turn is not sent any more',
    key: 'optional',
    replies: { 204: none },
  }),
  listDeliveries: route({
    ...read,
    resource: 'usedWebhookSubscription',
    method: 'GET',
    path: '/v1/webhook-subscriptions/{id}/deliveries',
    summary:
      'What was sent in the last 30 days, newest first, with every attempt; of the migration layer final failures',
    query: page({
      status: Type.Optional(Type.Enum([...deliveryStatuses])),
      event_type: Type.Optional(AnyEventName),
    }),
    replies: { 200: pageOf(WebhookDelivery) },
  }),
  redeliver: route({
    ...write,
    ...named,
    method: 'POST',
    path: '/v1/webhook-subscriptions/{id}/redeliver',
    summary: 'Send an event once more, in the envelope that the subscription uses now',
    key: 'required',
    body: Type.Object({ delivery_id: Type.String({ minLength: 1, maxLength: 64 }) }),
    replies: { 202: one(Redelivery) },
    problems: ['subscription_inactive'],
  }),
  rotateSecret: route({
    ...write,
    ...named,
    method: 'POST',
    path: '/v1/webhook-subscriptions/{id}/rotate-secret',
    summary: 'Replace the secret at once, also for what waits; the new one is in this answer and never again',
    key: 'required',
    body: Type.Object({ secret: Type.Optional(SigningSecret) }),
    replies: { 200: one(SubscriptionWithSecret) },
  }),
  replay: route({
    ...write,
    ...named,
    method: 'POST',
    path: '/v1/webhook-subscriptions/{id}/replay',
    summary: 'Send every event of a period again that the subscription asks for',
    key: 'required',
    body: Type.Object({ from: Type.String({ format: 'moment' }), to: Type.String({ format: 'moment' }) }),
    replies: { 202: one(Replay) },
    problems: ['subscription_inactive'],
    beyond: true,
  }),
  listEventTypes: route({
    ...read,
    method: 'GET',
    path: '/v1/webhook-events',
    summary: 'Every event that a subscription can name, and what triggers it',
    replies: { 200: pageOf(WebhookEvent) },
  }),
};

export const eventRoutes = {
  list: route({
    ...read,
    resource: 'event',
    method: 'GET',
    path: '/v1/events',
    summary: 'What happened in the last 7 days, oldest first, from after a number on: to catch up without missing any',
    query: page({ after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })) }),
    replies: { 200: pageOf(Event) },
    beyond: true,
  }),
};
