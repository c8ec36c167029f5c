import { Type } from 'typebox';
import { agentStatuses } from '../agents/agents.ts';
import { route } from '../route/route.ts';
import { Email, Flag, Guid, Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';
import { roles } from '../route/scopes.ts';
import { OwnLocale } from './locale.ts';
import { Notifications } from './notifications.ts';
import { Preferences } from './preferences.ts';

const RoleName = Type.Enum([...roles]);

export const Session = Type.Object({
  user: Type.Object({
    id: Id,
    email: Type.String(),
    /** The address that replaces it once its link is opened. */
    pending_email: nullable(Type.String()),
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
    preferences: Preferences,
  }),
  account: Type.Object({
    timezone: Type.String(),
    /** Language of agents who have not chosen one. */
    locale: OwnLocale,
    /** Agents without a second factor can only set one up. */
    two_factor_required: Type.Boolean(),
  }),
  /** The widget the session acts in. */
  widget: Type.Object({
    id: Id,
    button_guid: Guid,
    name: nullable(Type.String()),
    domain: nullable(Type.String()),
    api_enabled: Type.Boolean(),
  }),
  /** Every widget the user works in. */
  widgets: Type.Array(
    Type.Object({ id: Id, name: nullable(Type.String()), domain: nullable(Type.String()), role: RoleName }),
  ),
  scopes: Type.Array(Type.String()),
});

/** A device the user is signed in on. */
const OwnSession = Type.Object({
  /** Identifies the session; not a credential. */
  id: Guid,
  address: Type.String(),
  user_agent: Type.String(),
  created_at: Timestamp,
  /** Extended by use. */
  expires_at: Timestamp,
  /** The session of this request. */
  current: Type.Boolean(),
});

/** Length matters more than character classes. */
const Password = Type.String({ minLength: 10, maxLength: 256 });
export const GivenPassword = Type.String({ minLength: 1, maxLength: 256 });
const TotpCode = Type.String({ pattern: '^[0-9]{6}$' });

const anybody = { auth: 'none', rate: 'write', beyond: true } as const;
const reads = { auth: 'session', rate: 'read', beyond: true } as const;
const writes = { auth: 'session', rate: 'write', beyond: true } as const;

export const session = {
  create: route({
    ...anybody,
    method: 'POST',
    path: '/console-api/session',
    summary: 'Sign in and set the session cookie',
    body: Type.Object({
      email: Type.String({ maxLength: 254 }),
      password: GivenPassword,
      totp: Type.Optional(TotpCode),
    }),
    audit: false,
    replies: { 201: one(Session) },
    problems: ['sign_in_failed', 'totp_required', 'origin_not_allowed'],
  }),
  read: route({
    ...reads,
    withoutTwoFactor: true,
    method: 'GET',
    path: '/console-api/session',
    summary: 'Retrieve the current session',
    replies: { 200: one(Session) },
  }),
  update: route({
    ...writes,
    method: 'PATCH',
    path: '/console-api/session',
    summary: 'Switch to another widget',
    body: Type.Object({ widget_id: Id }),
    audit: false,
    replies: { 200: one(Session) },
  }),
  remove: route({
    ...writes,
    withoutTwoFactor: true,
    method: 'DELETE',
    path: '/console-api/session',
    summary: 'Sign out',
    audit: false,
    replies: { 204: none },
  }),
  list: route({
    ...reads,
    method: 'GET',
    path: '/console-api/sessions',
    summary: 'List your sessions, newest first',
    query: page({}),
    replies: { 200: pageOf(OwnSession) },
  }),
  removeOne: route({
    ...writes,
    method: 'DELETE',
    path: '/console-api/sessions/{id}',
    summary: 'Sign out one device, immediately',
    params: Type.Object({ id: Guid }),
    resource: 'session',
    audit: false,
    replies: { 204: none },
  }),
  removeAll: route({
    ...writes,
    method: 'DELETE',
    path: '/console-api/sessions',
    summary: 'Sign out everywhere, or with `others` on all other devices',
    query: Type.Object({ others: Type.Optional(Flag) }),
    audit: false,
    replies: { 204: none },
  }),
  changePassword: route({
    ...writes,
    method: 'PUT',
    path: '/console-api/password',
    summary: "Change the password. Ends all other sessions and replaces the CMS plugin's security token",
    body: Type.Object({ current_password: GivenPassword, password: Password }),
    audit: 'agent.password_changed',
    replies: { 204: none },
    problems: ['sign_in_failed'],
  }),
  requestReset: route({
    ...anybody,
    method: 'POST',
    path: '/console-api/password-resets',
    summary: 'Request a password reset e-mail. The response is the same for every address',
    body: Type.Object({ email: Email }),
    audit: false,
    replies: { 202: none },
    problems: ['origin_not_allowed'],
  }),
  confirmReset: route({
    ...anybody,
    method: 'POST',
    path: '/console-api/password-resets/confirm',
    summary: 'Set a new password with the token from the e-mail',
    body: Type.Object({ token: Type.String({ maxLength: 128 }), password: Password }),
    audit: false,
    replies: { 204: none },
    problems: ['origin_not_allowed'],
  }),
  beginTotp: route({
    ...writes,
    withoutTwoFactor: true,
    method: 'POST',
    path: '/console-api/totp',
    summary: 'Start two-factor setup: returns a secret for the authenticator app',
    body: Type.Object({ password: GivenPassword }),
    audit: false,
    replies: { 200: one(Type.Object({ secret: Type.String(), uri: Type.String() })) },
    problems: ['sign_in_failed'],
  }),
  confirmTotp: route({
    ...writes,
    withoutTwoFactor: true,
    method: 'PUT',
    path: '/console-api/totp',
    summary: 'Enable two-factor authentication with a first code',
    body: Type.Object({ code: TotpCode }),
    audit: 'agent.two_factor_enabled',
    replies: { 204: none },
  }),
  removeTotp: route({
    ...writes,
    method: 'DELETE',
    path: '/console-api/totp',
    summary: 'Disable two-factor authentication',
    body: Type.Object({ password: GivenPassword }),
    audit: 'agent.two_factor_disabled',
    replies: { 204: none },
    problems: ['sign_in_failed'],
  }),
};
