import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { Id, none, nullable, nullableEnum, one, page, pageOf, redirect, Timestamp } from '../route/schemas.ts';

/** In the order of the list. */
export const messengerProviders = ['tg', 'vk', 'wa', 'vb', 'fb', 'ok', 'mx', 'cian', 'ali', 'apple', 'custom'] as const;
export type MessengerProvider = (typeof messengerProviders)[number];

const Provider = Type.Enum([...messengerProviders]);

const webhookModes = ['webhook', 'polling', 'manual', 'none'] as const;

/** Why updates of a vendor do not arrive. */
const webhookReasons = [
  'provider_unreachable',
  'credential_rejected',
  'permission_missing',
  'public_url_not_https',
  'app_secret_missing',
  'manual',
  'conflict',
  'provider_refused',
] as const;
export type WebhookReason = (typeof webhookReasons)[number];

/** Whether updates of the vendor arrive. */
const MessengerWebhook = Type.Object({
  registered: Type.Boolean(),
  mode: Type.Enum([...webhookModes]),
  reason: nullableEnum(webhookReasons),
  /** The vendor's own words, if it said more. */
  detail: nullable(Type.String()),
  checked_at: nullable(Timestamp),
});
export type MessengerWebhook = Static<typeof MessengerWebhook>;

/** Type lists only know types with a name. */
const nullableWebhook = Type.Unsafe<MessengerWebhook | null>({ ...MessengerWebhook, type: ['object', 'null'] });

const Account = Type.Object({ id: Type.String(), name: nullable(Type.String()), username: nullable(Type.String()) });

export const Messenger = Type.Object({
  provider: Provider,
  /** A credential is stored, whether it works or not. */
  connected: Type.Boolean(),
  writable: Type.Boolean(),
  has_token: Type.Boolean(),
  /** Only of `wa` and `apple`. */
  has_sid: Type.Optional(Type.Boolean()),
  /** Where customers find the account. */
  link: nullable(Type.String()),
  /** The bot, page or number, once the vendor has said which. */
  account: Type.Unsafe<Static<typeof Account> | null>({ ...Account, type: ['object', 'null'] }),
  /** Null unless connected. */
  webhook: nullableWebhook,
  connected_at: nullable(Timestamp),
});
export type Messenger = Static<typeof Messenger>;

export const MessengerHealth = Type.Object({
  last_inbound_at: nullable(Timestamp),
  last_outbound_at: nullable(Timestamp),
  /** Messages that wait to be sent. */
  waiting: Type.Integer(),
  /** Messages that failed in the last 24 hours. */
  failures: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() })),
  /** The last 50, newest first, without texts and secrets. */
  exchanges: Type.Array(
    Type.Object({
      at: Timestamp,
      direction: Type.Enum(['in', 'out']),
      /** What arrived or was sent, such as `message` or `read`. */
      kind: Type.String(),
      chat_id: nullable(Id),
      outcome: Type.String(),
      /** The vendor's own code of a refusal. */
      code: nullable(Type.String()),
      duration_ms: nullable(Type.Integer()),
    }),
  ),
});
export type MessengerHealth = Static<typeof MessengerHealth>;

export const VkCommunity = Type.Object({
  id: Id,
  /** VK's id of the community. */
  community_id: Id,
  name: Type.String(),
  screen_name: Type.String(),
  link: Type.String(),
  /** Its link is the one that the widget shows. */
  is_primary: Type.Boolean(),
  has_token: Type.Boolean(),
  webhook: MessengerWebhook,
  created_at: Timestamp,
});
export type VkCommunity = Static<typeof VkCommunity>;

export const AvitoCabinet = Type.Object({
  id: Id,
  name: Type.String(),
  avito_user_id: Id,
  status: Type.Enum(['enabled', 'disabled', 'suspended_by_billing']),
  webhook: MessengerWebhook,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type AvitoCabinet = Static<typeof AvitoCabinet>;

/** Visible ASCII, so that it fits into headers and addresses. */
const Token = Type.String({ minLength: 1, maxLength: 512, pattern: '^[\\x21-\\x7e]+$' });
const Sid = Type.String({ minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' });
const Link = nullable(Type.String({ minLength: 1, maxLength: 2_048 }));

const read = { scope: 'messengers:read', rate: 'read' } as const;
const write = { scope: 'messengers:write', rate: 'write', purges: 'widget' } as const;

/** Calls of vendors, whether they succeed or not. */
const calls = { limit: 10, seconds: 60, per: 'widget', countsFailures: true } as const;

const named = { params: Type.Object({ provider: Provider }), resource: 'messenger', checksPathFirst: true } as const;
const community = { resource: 'vkCommunity' } as const;
const cabinet = { resource: 'avitoCabinet' } as const;

export const messengers = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/messengers',
    summary: 'List all eleven messengers, connected or not, without their credentials',
    replies: { 200: pageOf(Messenger) },
  }),
  listCommunities: route({
    ...read,
    method: 'GET',
    path: '/v1/messengers/vk/communities',
    summary: 'List connected VK communities, newest first',
    query: page({}),
    replies: { 200: pageOf(VkCommunity) },
  }),
  addCommunity: route({
    ...write,
    method: 'POST',
    path: '/v1/messengers/vk/communities',
    summary: 'Connect a VK community. The first one is the primary',
    key: 'required',
    cap: calls,
    body: Type.Object({
      token: Token,
      /** Its id, `club<number>`, `public<number>`, `event<number>`, its name with or without `@`, or a link. */
      community: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }),
    }),
    audit: 'messenger.connected',
    replies: { 201: one(VkCommunity) },
    problems: [
      'paid_plan_required',
      'credential_rejected',
      'permission_missing',
      'already_connected',
      'messenger_taken',
      'upstream_failed',
    ],
  }),
  makePrimary: route({
    ...write,
    ...community,
    method: 'POST',
    path: '/v1/messengers/vk/communities/{id}/primary',
    summary: 'Make a community the primary, whose link the widget shows',
    key: 'required',
    audit: 'messenger.updated',
    replies: { 200: one(VkCommunity) },
  }),
  removeCommunity: route({
    ...write,
    ...community,
    method: 'DELETE',
    path: '/v1/messengers/vk/communities/{id}',
    summary: 'Disconnect a VK community, once VK has confirmed it',
    key: 'optional',
    cap: calls,
    audit: 'messenger.disconnected',
    replies: { 204: none },
    problems: ['upstream_failed'],
  }),
  listCabinets: route({
    ...read,
    method: 'GET',
    path: '/v1/messengers/avito/cabinets',
    summary: 'List Avito cabinets, newest first',
    query: page({}),
    replies: { 200: pageOf(AvitoCabinet) },
  }),
  readCabinet: route({
    ...read,
    ...cabinet,
    method: 'GET',
    path: '/v1/messengers/avito/cabinets/{id}',
    summary: 'Retrieve an Avito cabinet',
    replies: { 200: one(AvitoCabinet) },
  }),
  updateCabinet: route({
    ...write,
    ...cabinet,
    method: 'PATCH',
    path: '/v1/messengers/avito/cabinets/{id}',
    summary: 'Enable or disable an Avito cabinet. The plan limits how many are enabled',
    key: 'required',
    body: Type.Object({ status: Type.Enum(['enabled', 'disabled']) }),
    audit: 'messenger.updated',
    replies: { 200: one(AvitoCabinet) },
    problems: ['paid_plan_required', 'cabinet_slots_exhausted', 'cabinet_suspended'],
  }),
  removeCabinet: route({
    ...write,
    ...cabinet,
    method: 'DELETE',
    path: '/v1/messengers/avito/cabinets/{id}',
    summary: 'Disconnect an Avito cabinet. Only the console can connect it again',
    key: 'optional',
    cap: calls,
    audit: 'messenger.disconnected',
    replies: { 204: none },
  }),
  read: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/messengers/{provider}',
    summary: 'Retrieve a messenger',
    replies: { 200: one(Messenger) },
  }),
  readHealth: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/messengers/{provider}/health',
    summary: 'Retrieve whether a messenger works: its last messages, what waits and what failed',
    replies: { 200: one(MessengerHealth) },
    beyond: true,
  }),
  connect: route({
    ...write,
    ...named,
    method: 'PUT',
    path: '/v1/messengers/{provider}',
    summary: 'Store the credential of a messenger and have its updates sent here. `webhook` says whether they are',
    key: 'required',
    cap: calls,
    /** All are required that the messenger has: an unknown messenger is refused before a missing member. */
    body: Type.Object({
      /** Where customers find the account; `apple`: the gateway. Null for the link that the vendor tells. */
      url: Type.Optional(Link),
      token: Type.Optional(Token),
      /** Only of `wa`: the id of Meta's number, or a Twilio account; and of `apple`: `<MSP id>:<business id>`. */
      sid: Type.Optional(Sid),
      /** Only of `fb` and `wa`, and never required: signs what Meta sends. */
      app_secret: Type.Optional(nullable(Token)),
    }),
    audit: 'messenger.connected',
    replies: { 200: one(Messenger) },
    problems: ['provider_not_writable', 'paid_plan_required', 'credential_rejected', 'messenger_taken'],
  }),
  disconnect: route({
    ...write,
    ...named,
    method: 'DELETE',
    path: '/v1/messengers/{provider}',
    summary: 'Disconnect a messenger. Its chats and messages are kept',
    key: 'optional',
    cap: calls,
    audit: 'messenger.disconnected',
    replies: { 204: none },
  }),
  verify: route({
    ...write,
    ...named,
    method: 'POST',
    path: '/v1/messengers/{provider}/verify',
    summary: 'Register the stored credential with its vendor again',
    key: 'required',
    cap: calls,
    audit: 'messenger.verified',
    replies: { 200: one(Messenger) },
    problems: ['provider_not_writable', 'messenger_not_connected', 'paid_plan_required'],
  }),
};

const connecting = { auth: 'session', roles: ['owner', 'admin'], beyond: true } as const;

/** Avito grants access on a page of its own. */
export const avitoConnection = {
  connect: route({
    ...connecting,
    method: 'POST',
    path: '/console-api/messengers/avito/connect',
    summary: "Start connecting an Avito cabinet: the address of Avito's page, which serves once within ten minutes",
    rate: 'write',
    audit: false,
    replies: { 200: one(Type.Object({ url: Type.String() })) },
    problems: ['paid_plan_required', 'avito_not_configured'],
  }),
  finish: route({
    ...connecting,
    method: 'GET',
    path: '/console-api/messengers/avito/callback',
    summary: "Where Avito's page leads back to: connects the cabinet, and redirects to the console",
    rate: 'read',
    query: Type.Object({
      state: Type.Optional(Type.String({ maxLength: 255 })),
      code: Type.Optional(Type.String({ maxLength: 2_048 })),
      error: Type.Optional(Type.String({ maxLength: 255 })),
      error_description: Type.Optional(Type.String({ maxLength: 2_048 })),
      scope: Type.Optional(Type.String({ maxLength: 2_048 })),
    }),
    /** Only of a cabinet that was connected. */
    audit: false,
    replies: { 302: redirect },
  }),
};
