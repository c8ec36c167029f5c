import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';
import { scopeNames } from '../route/scopes.ts';
import { GivenPassword } from './session.ts';

const Token = Type.Object({
  id: Id,
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  expires_at: nullable(Timestamp),
  revoked_at: nullable(Timestamp),
  last_used_at: nullable(Timestamp),
  /** Calls of the last 24 hours, refused ones included. Up to half a minute late. */
  calls: Type.Integer(),
  /** Those refused for the token: revoked, expired, a missing scope, the API off or a rate limit. */
  refusals: Type.Integer(),
  created_at: Timestamp,
});

const TokenName = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' });
const ScopeSelection = Type.Array(Type.Enum([...scopeNames]), { uniqueItems: true, maxItems: 100 });

const reads = { auth: 'session', roles: ['owner', 'admin'], rate: 'read', beyond: true } as const;
const writes = { auth: 'session', roles: ['owner', 'admin'], rate: 'write', beyond: true } as const;

export const tokens = {
  list: route({
    ...reads,
    method: 'GET',
    path: '/console-api/tokens',
    summary: 'List tokens of the widget, newest first, without the token itself',
    query: page({}),
    replies: { 200: pageOf(Token) },
  }),
  create: route({
    ...writes,
    method: 'POST',
    path: '/console-api/tokens',
    summary: 'Create a token, with your password. It is only in this response',
    key: 'optional',
    cap: { limit: 60, seconds: 3_600, per: 'widget' },
    body: Type.Object({
      name: TokenName,
      scopes: ScopeSelection,
      expires_at: Type.Optional(nullable(Timestamp)),
      password: GivenPassword,
    }),
    audit: 'token.created',
    replies: { 201: one(Type.Object({ ...Token.properties, token: Type.String() })) },
    problems: ['sign_in_failed'],
  }),
  read: route({
    ...reads,
    method: 'GET',
    path: '/console-api/tokens/{id}',
    summary: 'Retrieve a token, without the token itself',
    resource: 'token',
    replies: { 200: one(Token) },
  }),
  update: route({
    ...writes,
    method: 'PATCH',
    path: '/console-api/tokens/{id}',
    summary: "Update a token's name or scopes, effective immediately",
    key: 'optional',
    resource: 'token',
    body: Type.Object({ name: Type.Optional(TokenName), scopes: Type.Optional(ScopeSelection) }, { minProperties: 1 }),
    audit: 'token.updated',
    replies: { 200: one(Token) },
  }),
  remove: route({
    ...writes,
    method: 'DELETE',
    path: '/console-api/tokens/{id}',
    summary: 'Revoke a token, effective immediately',
    key: 'optional',
    resource: 'token',
    audit: 'token.revoked',
    replies: { 204: none },
  }),
};
