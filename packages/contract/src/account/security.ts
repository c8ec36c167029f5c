import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { Guid, Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';

/** Who signed in, and from where. */
const place = {
  /** An agent of the account that the user is. */
  agent_id: Id,
  name: nullable(Type.String()),
  email: Type.String(),
  address: Type.String(),
  /** ISO 3166 code; null if unknown. */
  country: nullable(Type.String()),
  user_agent: Type.String(),
};

const Security = Type.Object({
  /** Agents without a second factor can only set one up. */
  two_factor_required: Type.Boolean(),
  /** How many people of the team have none. */
  without_two_factor: Type.Integer(),
});

/** A device that somebody of the team is signed in on. */
const TeamSession = Type.Object({
  /** Identifies the session; not a credential. */
  id: Guid,
  ...place,
  created_at: Timestamp,
  /** Within ten minutes. */
  last_active_at: Timestamp,
  /** The session of this request. */
  current: Type.Boolean(),
});

/** How an attempt to sign in ended. */
export const signInOutcomes = ['succeeded', 'wrong_password', 'wrong_code', 'no_access'] as const;

const SignIn = Type.Object({
  id: Id,
  ...place,
  outcome: Type.Enum([...signInOutcomes]),
  at: Timestamp,
});

const search = { query: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })) };

const reads = { auth: 'session', roles: ['owner', 'admin'], rate: 'read', beyond: true } as const;
const writes = { auth: 'session', roles: ['owner', 'admin'], rate: 'write', beyond: true } as const;

/** How the team signs in. An admin sees their widget, without the owner. */
export const security = {
  read: route({
    ...reads,
    method: 'GET',
    path: '/console-api/security',
    summary: 'Retrieve whether the team needs two factors',
    replies: { 200: one(Security) },
  }),
  update: route({
    ...writes,
    roles: ['owner'],
    method: 'PATCH',
    path: '/console-api/security',
    summary: 'Require two-factor authentication of the team. The owner must have it on first',
    audit: 'account.updated',
    body: Type.Object({ two_factor_required: Type.Boolean() }),
    replies: { 200: one(Security) },
  }),
  listSessions: route({
    ...reads,
    method: 'GET',
    path: '/console-api/team-sessions',
    summary: "List the team's sessions, newest first, optionally of people whose name or e-mail contains a text",
    query: page(search),
    replies: { 200: pageOf(TeamSession) },
  }),
  endSession: route({
    ...writes,
    method: 'DELETE',
    path: '/console-api/team-sessions/{id}',
    summary: 'Sign out one device of somebody of the team, immediately',
    params: Type.Object({ id: Guid }),
    audit: false,
    resource: 'teamSession',
    replies: { 204: none },
  }),
  endSessions: route({
    ...writes,
    method: 'DELETE',
    path: '/console-api/agents/{id}/sessions',
    summary: 'Sign out an agent on all devices, immediately',
    audit: false,
    resource: 'teammate',
    replies: { 204: none },
  }),
};

/** Attempts to sign in. Those with an unknown e-mail belong to no one and are not stored. */
export const signIns = {
  list: route({
    ...reads,
    method: 'GET',
    path: '/console-api/sign-ins',
    summary: 'List sign-ins of the last 90 days, newest first, optionally by outcome, name or e-mail',
    query: page({ ...search, outcome: Type.Optional(Type.Enum([...signInOutcomes])) }),
    replies: { 200: pageOf(SignIn) },
  }),
};
