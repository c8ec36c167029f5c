import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import {
  doc,
  Id,
  none,
  nullable,
  nullableEnum,
  one,
  page,
  pageOf,
  redirect,
  Timestamp,
  UpdatedAt,
} from '../route/schemas.ts';

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
  registered: doc('Whether the vendor sends updates here. False: messages of customers do not arrive.', Type.Boolean()),
  mode: doc(
    'How updates come: the vendor calls, the server asks, a person sets it up at the vendor, or not at all.',
    Type.Enum([...webhookModes]),
  ),
  reason: doc('Why updates do not arrive; null if they do.', nullableEnum(webhookReasons), { example: null }),
  detail: doc("The vendor's own words, if it said more; null otherwise.", nullable(Type.String()), { example: null }),
  checked_at: doc('When the vendor was last asked; null if never.', nullable(Timestamp)),
});
export type MessengerWebhook = Static<typeof MessengerWebhook>;

/** Type lists only know types with a name. */
const nullableWebhook = Type.Unsafe<MessengerWebhook | null>({ ...MessengerWebhook, type: ['object', 'null'] });

const Account = Type.Object({
  id: doc("The vendor's id of it.", Type.String(), { example: '7012345678' }),
  name: doc('Its name at the vendor; null if it has none.', nullable(Type.String()), { example: 'Tea & Co' }),
  username: doc('Its user name at the vendor; null if it has none.', nullable(Type.String()), {
    example: 'tea_shop_bot',
  }),
});

export const Messenger = Type.Object({
  provider: doc('Code of the messenger.', Provider, { example: 'tg' }),
  connected: doc('A credential is stored, whether it works or not.', Type.Boolean()),
  writable: doc('Whether `PUT` connects it; `vk` and `custom` are connected elsewhere.', Type.Boolean()),
  has_token: doc('Whether a token is stored. The token itself is in no response.', Type.Boolean()),
  has_sid: doc('Whether a sid is stored. Only of `wa` and `apple`.', Type.Optional(Type.Boolean())),
  link: doc('Where customers find the account; null if unknown.', nullable(Type.String()), {
    example: 'https://t.me/tea_shop_bot',
  }),
  account: doc(
    'The bot, page or number, once the vendor has said which; null before.',
    Type.Unsafe<Static<typeof Account> | null>({ ...Account, type: ['object', 'null'] }),
  ),
  webhook: doc('Whether updates arrive; null unless connected.', nullableWebhook),
  connected_at: doc('When it was connected; null unless it is.', nullable(Timestamp)),
});
export type Messenger = Static<typeof Messenger>;

export const MessengerHealth = Type.Object({
  last_inbound_at: doc('When the last message of a customer arrived; null if none did.', nullable(Timestamp)),
  last_outbound_at: doc('When the last message was sent; null if none was.', nullable(Timestamp)),
  waiting: doc('Messages that wait to be sent.', Type.Integer(), { example: 0 }),
  failures: doc(
    'Messages that failed in the last 24 hours, by reason.',
    Type.Array(
      Type.Object({
        reason: doc('Why, as in `delivery` of the message.', Type.String(), { example: 'recipient_blocked' }),
        count: doc('How many.', Type.Integer(), { example: 2 }),
      }),
    ),
  ),
  exchanges: doc(
    'The last 50, newest first, without texts and secrets.',
    Type.Array(
      Type.Object({
        at: doc('When it happened.', Timestamp),
        direction: doc('Whether it came from the vendor or went to it.', Type.Enum(['in', 'out'])),
        kind: doc('What arrived or was sent, such as `message` or `read`.', Type.String(), { example: 'message' }),
        chat_id: doc('The chat it was about; null for none.', nullable(Id)),
        outcome: doc('What came of it.', Type.String(), { example: 'ok' }),
        code: doc("The vendor's own code of a refusal; null for none.", nullable(Type.String()), { example: null }),
        duration_ms: doc(
          'How long the vendor took, in milliseconds; null if it was not called.',
          nullable(Type.Integer()),
          { example: 142 },
        ),
      }),
    ),
  ),
});
export type MessengerHealth = Static<typeof MessengerHealth>;

export const VkCommunity = Type.Object({
  id: doc('Unique id of the connection.', Id),
  community_id: doc("VK's id of the community.", Id),
  name: doc('Its name at VK.', Type.String(), { example: 'Tea & Co' }),
  screen_name: doc('Its short name, as in its address.', Type.String(), { example: 'tea_and_co' }),
  link: doc('Address of the community.', Type.String(), { example: 'https://vk.com/tea_and_co' }),
  is_primary: doc('Its link is the one that the widget shows.', Type.Boolean()),
  has_token: doc('Whether a token is stored.', Type.Boolean()),
  webhook: doc('Whether updates arrive.', MessengerWebhook),
  created_at: doc('When it was connected.', Timestamp),
});
export type VkCommunity = Static<typeof VkCommunity>;

export const AvitoCabinet = Type.Object({
  id: doc('Unique id of the cabinet; its channel is `av__<id>`.', Id),
  name: doc('Its name at Avito.', Type.String(), { example: 'Tea & Co' }),
  avito_user_id: doc("Avito's id of the seller.", Id),
  status: doc(
    'Only an enabled one gets messages. `suspended_by_billing` is set by billing only.',
    Type.Enum(['enabled', 'disabled', 'suspended_by_billing']),
  ),
  webhook: doc('Whether updates arrive.', MessengerWebhook),
  created_at: doc('When it was connected.', Timestamp),
  updated_at: UpdatedAt,
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

const named = {
  params: Type.Object({ provider: doc('Code of the messenger.', Provider) }),
  resource: 'messenger',
  checksPathFirst: true,
} as const;
const community = { resource: 'vkCommunity' } as const;
const cabinet = { resource: 'avitoCabinet' } as const;

export const messengers = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/messengers',
    summary: 'List all eleven messengers, connected or not, without their credentials',
    description: 'Always complete, in a fixed order, without pages. Read `webhook` to see whether messages arrive.',
    replies: { 200: pageOf(Messenger) },
  }),
  listCommunities: route({
    ...read,
    method: 'GET',
    path: '/v1/messengers/vk/communities',
    summary: 'List connected VK communities, newest first',
    description: 'Tokens are not returned.',
    query: page({}),
    replies: { 200: pageOf(VkCommunity) },
  }),
  addCommunity: route({
    ...write,
    method: 'POST',
    path: '/v1/messengers/vk/communities',
    summary: 'Connect a VK community. The first one is the primary',
    description:
      'VK is asked for the community and its rights before anything is stored: it needs the rights `messages` and `manage`. Needs a paid plan.',
    key: 'required',
    cap: calls,
    body: Type.Object({
      token: doc('A community access token. It is never returned.', Token, { example: 'vk1.a.0123456789abcdef' }),
      community: doc(
        'Its id, `club<number>`, `public<number>`, `event<number>`, its name with or without `@`, or a link.',
        Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }),
        { example: 'club123456789' },
      ),
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
    description: 'Messages arrive from every community, primary or not.',
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
    description:
      "502 if VK doesn't confirm; then the community is kept. Its chats and messages are kept in any case. If it was the primary, the oldest of the rest becomes it.",
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
    description: 'A cabinet can only be connected in the console, since Avito asks its owner.',
    query: page({}),
    replies: { 200: pageOf(AvitoCabinet) },
  }),
  readCabinet: route({
    ...read,
    ...cabinet,
    method: 'GET',
    path: '/v1/messengers/avito/cabinets/{id}',
    summary: 'Retrieve an Avito cabinet',
    description: '`webhook` says whether messages arrive.',
    replies: { 200: one(AvitoCabinet) },
  }),
  updateCabinet: route({
    ...write,
    ...cabinet,
    method: 'PATCH',
    path: '/v1/messengers/avito/cabinets/{id}',
    summary: 'Enable or disable an Avito cabinet. The plan limits how many are enabled',
    description:
      'Messages for a disabled cabinet are dropped. Enabling needs a paid plan with a free slot; disabling is always possible.',
    key: 'required',
    body: Type.Object({ status: doc('Whether messages arrive and can be sent.', Type.Enum(['enabled', 'disabled'])) }),
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
    description: 'Its channel is taken out of departments. Chats and messages are kept.',
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
    description: 'An unknown code is 404. Read `webhook` to see whether messages arrive.',
    replies: { 200: one(Messenger) },
  }),
  readHealth: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/messengers/{provider}/health',
    summary: 'Retrieve whether a messenger works: its last messages, what waits and what failed',
    description: 'A log for finding trouble, not a record: `exchanges` keeps the last 50.',
    replies: { 200: one(MessengerHealth) },
    beyond: true,
  }),
  connect: route({
    ...write,
    ...named,
    method: 'PUT',
    path: '/v1/messengers/{provider}',
    summary: 'Store the credential of a messenger and have its updates sent here. `webhook` says whether they are',
    description:
      'Replaces the connection as a whole. 200 does not mean that messages arrive: read `webhook`, and after `registered: false` try `verify`. A token that Telegram rejects is 422 and nothing is stored; what other vendors object to is in `webhook`. Needs a paid plan.',
    key: 'required',
    cap: calls,
    /** All are required that the messenger has: an unknown messenger is refused before a missing member. */
    body: Type.Object({
      url: doc(
        'Where customers find the account; `apple`: the gateway. Null for the link that the vendor tells.',
        Type.Optional(Link),
        { example: 'https://t.me/example_shop_bot' },
      ),
      token: doc('Credential from the vendor. It is never returned.', Type.Optional(Token), {
        example: '7012345678:AAE0123456789abcdef',
      }),
      sid: doc(
        "Of `wa`: the id of Meta's number, or a Twilio account; of `apple`: `<MSP id>:<business id>`. Others have none.",
        Type.Optional(Sid),
        { example: '109876543210987' },
      ),
      app_secret: doc('Of `fb` and `wa`, and never required: signs what Meta sends.', Type.Optional(nullable(Token)), {
        example: '0123456789abcdef0123456789abcdef',
      }),
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
    description:
      "The vendor is asked to stop, and can't block it: what it sends afterwards is ignored. 404 if nothing is connected. `vk` disconnects every community, and `custom` switches every custom channel off.",
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
    description:
      'For a connection whose `webhook.registered` is false. The response is 200 also if it still is: read `webhook`.',
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
