import { Type } from 'typebox';
import { agentStatuses } from './agents.ts';
import { Notifications } from './notifications.ts';
import { route } from './route.ts';
import { Email, Flag, Guid, Id, none, nullable, one, page, pageOf, Timestamp } from './schemas.ts';
import { roles, scopeNames } from './scopes.ts';

// What only the dashboard does: signing in, tokens, the API switch. Everything else it does through /v1.

const RoleName = Type.Enum([...roles]);

/** Languages of the console. */
const consoleLocales = ['en', 'ru'] as const;
export type ConsoleLocale = (typeof consoleLocales)[number];

/** Null until one was chosen. */
export const OwnLocale = Type.Unsafe<ConsoleLocale | null>({
  type: ['string', 'null'],
  enum: [...consoleLocales, null],
});

export const Session = Type.Object({
  user: Type.Object({
    id: Id,
    email: Type.String(),
    name: nullable(Type.String()),
    surname: nullable(Type.String()),
    locale: OwnLocale,
    totp_enabled: Type.Boolean(),
  }),
  agent: Type.Object({
    id: Id,
    role: RoleName,
    status: Type.Enum([...agentStatuses]),
    avatar_url: nullable(Type.String()),
    notifications: Notifications,
  }),
  /** The widget the session acts in. */
  widget: Type.Object({ id: Id, button_guid: Guid, domain: nullable(Type.String()), api_enabled: Type.Boolean() }),
  /** Every widget the person works in. */
  widgets: Type.Array(Type.Object({ id: Id, domain: nullable(Type.String()), role: RoleName })),
  scopes: Type.Array(Type.String()),
});

/** A device on which the person is signed in. */
const OwnSession = Type.Object({
  /** Names the session, and nobody can sign in with it. */
  id: Guid,
  address: Type.String(),
  user_agent: Type.String(),
  created_at: Timestamp,
  /** Unless it is used before. */
  expires_at: Timestamp,
  /** The one that asks. */
  current: Type.Boolean(),
});

/** Length says more about strength than any rule about kinds of characters. */
const Password = Type.String({ minLength: 10, maxLength: 256 });
const GivenPassword = Type.String({ minLength: 1, maxLength: 256 });
const TotpCode = Type.String({ pattern: '^[0-9]{6}$' });

const anybody = { auth: 'none', rate: 'write', beyond: true } as const;
const reads = { auth: 'session', rate: 'read', beyond: true } as const;
const writes = { auth: 'session', rate: 'write', beyond: true } as const;
const managers = { roles: ['owner', 'admin'] } as const;

export const session = {
  create: route({
    ...anybody,
    method: 'POST',
    path: '/console-api/session',
    summary: 'Sign in: sets the cookie of the session',
    body: Type.Object({
      email: Type.String({ maxLength: 254 }),
      password: GivenPassword,
      totp: Type.Optional(TotpCode),
    }),
    replies: { 201: one(Session) },
    problems: ['sign_in_failed', 'totp_required', 'origin_not_allowed'],
  }),
  read: route({
    ...reads,
    method: 'GET',
    path: '/console-api/session',
    summary: 'Who is signed in, and where',
    replies: { 200: one(Session) },
  }),
  update: route({
    ...writes,
    method: 'PATCH',
    path: '/console-api/session',
    summary: 'Go on in another widget',
    body: Type.Object({ widget_id: Id }),
    replies: { 200: one(Session) },
  }),
  remove: route({
    ...writes,
    method: 'DELETE',
    path: '/console-api/session',
    summary: 'Sign out',
    replies: { 204: none },
  }),
  list: route({
    ...reads,
    method: 'GET',
    path: '/console-api/sessions',
    summary: 'Where the person is signed in, newest first',
    query: page({}),
    replies: { 200: pageOf(OwnSession) },
  }),
  removeOne: route({
    ...writes,
    method: 'DELETE',
    path: '/console-api/sessions/{id}',
    summary: 'Sign out on one device, at once',
    params: Type.Object({ id: Guid }),
    resource: 'session',
    replies: { 204: none },
  }),
  removeAll: route({
    ...writes,
    method: 'DELETE',
    path: '/console-api/sessions',
    summary: 'Sign out everywhere, or with `others` everywhere else',
    query: Type.Object({ others: Type.Optional(Flag) }),
    replies: { 204: none },
  }),
  changePassword: route({
    ...writes,
    method: 'PUT',
    path: '/console-api/password',
    summary: 'Change the password; ends every other session and the security token of the CMS plugin',
    body: Type.Object({ current_password: GivenPassword, password: Password }),
    replies: { 204: none },
    problems: ['sign_in_failed'],
  }),
  requestReset: route({
    ...anybody,
    method: 'POST',
    path: '/console-api/password-resets',
    summary: 'Ask for a mail with a link to a new password; the answer is the same for every address',
    body: Type.Object({ email: Email }),
    replies: { 202: none },
    problems: ['origin_not_allowed'],
  }),
  confirmReset: route({
    ...anybody,
    method: 'POST',
    path: '/console-api/password-resets/confirm',
    summary: 'Set a new password with the token of that mail',
    body: Type.Object({ token: Type.String({ maxLength: 128 }), password: Password }),
    replies: { 204: none },
    problems: ['origin_not_allowed'],
  }),
  beginTotp: route({
    ...writes,
    method: 'POST',
    path: '/console-api/totp',
    summary: 'Begin with a second factor: a secret for an authenticator',
    body: Type.Object({ password: GivenPassword }),
    replies: { 200: one(Type.Object({ secret: Type.String(), uri: Type.String() })) },
    problems: ['sign_in_failed'],
  }),
  confirmTotp: route({
    ...writes,
    method: 'PUT',
    path: '/console-api/totp',
    summary: 'Switch the second factor on with a first code',
    body: Type.Object({ code: TotpCode }),
    replies: { 204: none },
  }),
  removeTotp: route({
    ...writes,
    method: 'DELETE',
    path: '/console-api/totp',
    summary: 'Switch the second factor off',
    body: Type.Object({ password: GivenPassword }),
    replies: { 204: none },
    problems: ['sign_in_failed'],
  }),
};

const Token = Type.Object({
  id: Id,
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  expires_at: nullable(Timestamp),
  revoked_at: nullable(Timestamp),
  last_used_at: nullable(Timestamp),
  created_at: Timestamp,
});

const TokenName = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' });
const ScopeSelection = Type.Array(Type.Enum([...scopeNames]), { uniqueItems: true, maxItems: 100 });

export const tokens = {
  list: route({
    ...reads,
    ...managers,
    method: 'GET',
    path: '/console-api/tokens',
    summary: 'Tokens of the widget, newest first; never the token itself',
    query: page({}),
    replies: { 200: pageOf(Token) },
  }),
  create: route({
    ...writes,
    ...managers,
    method: 'POST',
    path: '/console-api/tokens',
    summary: 'Make a token; it is shown in this answer and never again',
    key: 'optional',
    cap: { limit: 60, seconds: 3_600, per: 'widget' },
    body: Type.Object({ name: TokenName, scopes: ScopeSelection, expires_at: Type.Optional(nullable(Timestamp)) }),
    replies: { 201: one(Type.Object({ ...Token.properties, token: Type.String() })) },
  }),
  update: route({
    ...writes,
    ...managers,
    method: 'PATCH',
    path: '/console-api/tokens/{id}',
    summary: 'Rename a token or change its scopes, at once and without reissuing it',
    key: 'optional',
    resource: 'token',
    body: Type.Object({ name: Type.Optional(TokenName), scopes: Type.Optional(ScopeSelection) }, { minProperties: 1 }),
    replies: { 200: one(Token) },
  }),
  remove: route({
    ...writes,
    ...managers,
    method: 'DELETE',
    path: '/console-api/tokens/{id}',
    summary: 'Revoke a token, at once and for good',
    key: 'optional',
    resource: 'token',
    replies: { 204: none },
  }),
};

const WidgetAccess = Type.Object({
  id: Id,
  button_guid: Guid,
  api_enabled: Type.Boolean(),
  domain: nullable(Type.String()),
  /** What the CMS plugin is given; a change of the owner's password makes another. */
  security_token: Type.String(),
  /** What the site signs the ids of its users with; null until one is made. */
  identity_key: nullable(Type.String()),
});

export const widgetAccess = {
  read: route({
    ...reads,
    ...managers,
    method: 'GET',
    path: '/console-api/widget',
    summary: 'The API switch, the domain of the site and the security token of the CMS plugin',
    replies: { 200: one(WidgetAccess) },
  }),
  update: route({
    ...writes,
    ...managers,
    method: 'PATCH',
    path: '/console-api/widget',
    summary: 'Switch the API on or off, or name the domain of the site',
    purges: 'widget',
    body: Type.Object(
      {
        api_enabled: Type.Optional(Type.Boolean()),
        domain: Type.Optional(nullable(Type.String({ maxLength: 253, pattern: '^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$' }))),
      },
      { minProperties: 1 },
    ),
    replies: { 200: one(WidgetAccess) },
  }),
  renewIdentityKey: route({
    ...writes,
    ...managers,
    method: 'POST',
    path: '/console-api/widget/identity-key',
    summary: 'Make a new key to sign the ids of users with: what was signed with another is proof no more',
    replies: { 201: one(Type.Object({ identity_key: Type.String() })) },
  }),
};
